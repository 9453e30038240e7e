// `npm run lint`: refuses private words for which the field has standard ones (docs/reference/glossary.md), in names of files, in
// identifiers and in comments. Names on the wire, in the database and in environment variables are in snake case and are not
// checked. What a file exports is read by people who do not know the file, so exported names follow three more rules:
// no word of `bannedInExports`, no function called `…Of` (a verb says what it does: `getName`, `toKeys`), and `max…` for limits.
// The first argument names another root than this folder. `--pending` refuses lines of pending.mjs in which nothing is left to fix.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { findDone, isBelow, pendingExports, pendingScreens } from './pending.mjs';

/** Parts of identifiers and of file names → what to say instead. */
const banned = {
  around: 'dependencies, options, context',
  surroundings: 'dependencies, options, context',
  held: 'cached, locked, queued',
  told: 'formatted, reported',
  tells: 'formats, reports',
  teller: 'formatter',
  news: 'change event',
  door: 'write path, transaction',
  dormant: 'lazy, deferred',
  outline: 'shared feature',
  dimension: 'attribute index',
  tally: 'counter',
  hungry: 'pending',
  ledger: 'state',
  unsettled: 'unsynced',
  soundness: 'well-shaped',
  misshapen: 'malformed',
  trouble: 'failure',
  hear: 'subscribe, receive',
  hears: 'subscribes, receives',
  heard: 'received',
  place: 'index, position, slot, membership',
  places: 'indexes, positions, slots, memberships',
  patient: 'with long time-outs',
  shelter: 'data folder',
  mine: 'own',
};
/** Parts of the names that a file exports → what to say instead. */
const bannedInExports = {
  said: 'message',
  asked: 'requested',
  asker: 'request context',
  wanted: 'desired, expected',
  kept: 'stored',
  taken: 'chosen, existing',
  given: 'value, input',
  left: 'remaining, removed',
  behind: 'stale',
  meanwhile: 'concurrent',
  others: 'remote, remaining',
  both: 'conflicting',
  alike: 'equal',
  touches: 'affected',
  forget: 'invalidate, evict',
  room: 'screen, package, folder',
  pennant: 'variation mark',
  lane: 'request gate, queue',
};
/** Words that comments must not use. */
const bannedInComments =
  /\b(?:the one door|dormant|surroundings|hungry|soundness|misshapen|outlines?|tally|tallies|teller|shelter|ledger)\b/gi;
/** Identifiers of libraries and columns. */
const allowed = new Set(['heldAt', 'heldSince', 'onHeld', 'outlineColor']);
/** Properties and keywords of CSS. */
const allowedInStyles = new Set(['outline', 'place', 'around']);

const args = process.argv.slice(2);
const root = args.find((arg) => !arg.startsWith('--')) ?? process.cwd();
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/') && basename(file) !== 'check-words.mjs');
const problems = args.includes('--pending')
  ? [...findDone(pendingScreens, files, checkScreen), ...findDone(pendingExports, files, checkExports)]
  : files.flatMap((file) => [
      ...(isScreen(file) && isBelow(pendingScreens, file) ? [] : [...checkName(file), ...checkText(file)]),
      ...(isBelow(pendingExports, file) ? [] : checkExports(file)),
    ]);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function read(file) {
  return readFileSync(join(root, file), 'utf8');
}

function isScreen(file) {
  return /\.(?:tsx|css)$/.test(file);
}

function checkScreen(file) {
  return isScreen(file) ? checkText(file) : [];
}

function checkName(file) {
  return basename(file)
    .split(/[-.]/)
    .filter((part) => Object.hasOwn(banned, part))
    .map((part) => `${file}: "${part}" in the file's name; say ${banned[part]}.`);
}

function checkText(file) {
  return read(file)
    .split('\n')
    .flatMap((line, index) => {
      const where = `${file}:${index + 1}`;
      const isComment = /^\s*(?:\/\/|\/?\*)/.test(line);
      if (isComment) {
        return [...line.matchAll(bannedInComments)].map(([word]) => `${where}: "${word}" in a comment.`);
      }
      // Quoted text, and text between two tags, is for people or is a name on the wire.
      const code = line
        .replaceAll(
          /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^}]*\})*`|\/\/.*$/g,
          "''",
        )
        .replace(file.endsWith('.tsx') ? /^\s*[A-Z][^=(){};:]*$|(?<=[>}])[^<>{}()=;]*(?=[<{])/ : /$^/, '');
      return [...code.matchAll(/(?<![\w])[A-Za-z][A-Za-z0-9]*(?![\w])/g)]
        .filter(([name]) => !allowed.has(name))
        .flatMap(([name]) =>
          partsOf(name)
            .filter((part) => Object.hasOwn(banned, part))
            .filter((part) => !file.endsWith('.css') || !allowedInStyles.has(part))
            .map((part) => `${where}: ${name} — "${part}"; say ${banned[part]}.`),
        );
    });
}

/** Returns the problems of the names that a file exports. */
function checkExports(file) {
  const declarations = read(file).matchAll(
    /^export (?:declare )?(?:abstract )?(async function\*?|function\*?|const|let|class|interface|type) ([\w$]+)(.*)$/gm,
  );
  return [...declarations].flatMap(([, kind, name, rest]) => {
    const isFunction = kind.includes('function') || /^(?:: .*)? = (?:async )?[(<]/.test(rest);
    return [
      ...partsOf(name)
        .filter((part) => Object.hasOwn(bannedInExports, part))
        .map((part) => `${file}: ${name} is exported: "${part}"; say ${bannedInExports[part]}.`),
      ...(isFunction && /(?<!Any)Of$/.test(name)
        ? [`${file}: ${name} is exported: name a function by a verb, as getName or toKeys.`]
        : []),
      ...(/^(?:most|longest|deepest|biggest|largest|fewest)[A-Z]/.test(name)
        ? [`${file}: ${name} is exported: limits are called max… and min….`]
        : []),
    ];
  });
}

/** Splits `heldEnvironment` into held and environment. */
function partsOf(name) {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());
}

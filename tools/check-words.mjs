// `npm run lint`: refuses private words for which the field has standard ones (docs/glossary.md), in names of files, in
// identifiers and in comments. Names on the wire, in the database and in environment variables are in snake case and are not
// checked.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';

/** Parts of identifiers and of file names → what to say instead. */
const banned = {
  around: 'dependencies, options, context',
  surroundings: 'dependencies, options, context',
  held: 'cached, locked, queued',
  told: 'formatted, reported',
  tells: 'formats, reports',
  teller: 'formatter',
  news: 'change event',
  gate: 'semaphore, limiter',
  door: 'write path, transaction',
  dormant: 'lazy, deferred',
  outline: 'shared feature',
  catalogue: 'intern pool',
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
/** Words that comments must not use. */
const bannedInComments =
  /\b(?:the one door|dormant|surroundings|hungry|soundness|misshapen|outlines?|tally|tallies|teller|shelter|ledger)\b/gi;
/** Identifiers of libraries and columns. */
const allowed = new Set(['heldAt', 'heldSince', 'onHeld', 'outlineColor']);

const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/') && basename(file) !== 'check-words.mjs');
const problems = files.flatMap((file) => [
  ...checkName(file),
  ...checkText(file, readFileSync(file, 'utf8')),
]);
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} words that the field has other words for.`);
  process.exitCode = 1;
}

function checkName(file) {
  return basename(file)
    .split(/[-.]/)
    .filter((part) => Object.hasOwn(banned, part))
    .map((part) => `${file}: "${part}" in the file's name; say ${banned[part]}.`);
}

function checkText(file, text) {
  return text.split('\n').flatMap((line, index) => {
    const where = `${file}:${index + 1}`;
    const isComment = /^\s*(?:\/\/|\/?\*)/.test(line);
    if (isComment) {
      return [...line.matchAll(bannedInComments)].map(([word]) => `${where}: "${word}" in a comment.`);
    }
    // Quoted text is for people or is a name on the wire.
    const code = line.replaceAll(
      /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`(?:[^`\\$]|\\.|\$(?!\{)|\$\{[^}]*\})*`|\/\/.*$/g,
      "''",
    );
    return [...code.matchAll(/(?<![\w])[A-Za-z][A-Za-z0-9]*(?![\w])/g)]
      .filter(([name]) => !allowed.has(name))
      .flatMap(([name]) =>
        partsOf(name)
          .filter((part) => Object.hasOwn(banned, part))
          .map((part) => `${where}: ${name} — "${part}"; say ${banned[part]}.`),
      );
  });
}

/** `heldEnvironment` → held, environment. */
function partsOf(name) {
  return name.split(/(?<=[a-z0-9])(?=[A-Z])/).map((part) => part.toLowerCase());
}

// `npm run lint`: checks the names of files, and the paths that texts name. Refuses
// 1. a file at the root that `atRoot` does not list, and one without an extension: scripts write such files by mistake, and nobody reads them again;
// 2. a path to no file in documentation, in a comment or in a configuration file: files are moved, and the sentences that name them are not.
// It sees paths that begin with a folder of the root, links of Markdown, and names of sources (`serve-routes.ts`). It does not see text in code.
// An argument names another root than this folder.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';

/** Files at the root. Tools expect each of them there. */
const atRoot = new Set([
  '.dockerignore',
  '.editorconfig',
  '.env.example',
  '.gitignore',
  '.oxfmtrc.json',
  '.oxlintrc.json',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'Dockerfile',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'docker-bake.hcl',
  'docker-compose.yml',
  'jest.config.mjs',
  'package.json',
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'release.json',
  'tsconfig.base.json',
  'tsconfig.build.json',
  'tsconfig.json',
]);
/** Names of files that have no extension. */
const withoutExtension = new Set(['Dockerfile', 'LICENSE']);
const programs = new Set(['.ci/run']);
/** Names in examples, of which there are no files. */
const examples = new Set([
  'src/x.test.ts',
  'packages/x/src/y.ts',
  'x.ts',
  'use.tsx',
  'extra.ts',
  'first.mjs',
  '.github/actions/bunting-refs',
  '.github/workflows/flags.yml',
]);

const root = process.argv[2] ?? process.cwd();
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(root, file))); // Git also lists a file that was just deleted
const known = new Set(files.flatMap((file) => [file, ...foldersOf(file)]));
const top = new Set(files.map((file) => file.split('/')[0]).filter((name) => !files.includes(name)));
/** The ends of all paths, by which people name a file of the package that they write about. */
const ends = new Set([...known].flatMap(endsOf));

const link = /\]\(([^)\s]+)\)/g;
const path = /(?<![\w@.:$~{}*-]|(?<!<rootDir>)\/)(?:[\w.-]+\/)*[\w.-]*\w(?![\w{$<*-])/g;
const source = /\w\.(?:ts|tsx|mjs|css|sql)$/;

const problems = [...files.flatMap(checkName), ...files.flatMap(checkPaths)];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

function checkName(file) {
  if (!file.includes('/')) {
    return atRoot.has(file)
      ? []
      : [`${file}: this file doesn't belong at the root: move it, or list it in tools/check-files.mjs.`];
  }
  const name = basename(file);
  const isNamed = extname(name) !== '' || name.startsWith('.') || withoutExtension.has(name);
  return isNamed || programs.has(file)
    ? []
    : [`${file}: this file has no extension: delete it, or list it in tools/check-files.mjs.`];
}

/** Returns a problem for each path to no file in the text of a file. */
function checkPaths(file) {
  const read = readerOf(file);
  if (read === undefined) return [];
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) =>
      read(line)
        .filter((path) => !isKnown(path, file))
        .map((path) => `${file}:${index + 1}: there is no ${path}.`),
    );
}

/** Returns a function that finds the paths in a line of the file; undefined = its paths are not checked. */
function readerOf(file) {
  if (file.includes('/generated/') || file === 'pnpm-lock.yaml') return undefined;
  // Its entries tell of files that later releases moved.
  if (file === 'CHANGELOG.md') return findLinks;
  if (file.endsWith('.md')) return (line) => [...findLinks(line), ...findPaths(line.replaceAll(link, ''))];
  if (/\.(?:ts|tsx|mjs|css|sh|sql|prisma)$/.test(file) && file !== 'jest.config.mjs') {
    return (line) => (/^\s*(?:\/\/|\/?\*|#|--)/.test(line) ? findPaths(line) : []);
  }
  if (/\.(?:json|ya?ml|cfg|toml)$/.test(file)) return file.includes('/') ? undefined : findPaths;
  return atRoot.has(file) ? findPaths : undefined;
}

function findLinks(line) {
  return [...line.matchAll(link)]
    .map(([, target]) => target.split('#')[0].replace(/\/$/, ''))
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

function findPaths(line) {
  return [...line.matchAll(path)]
    .map(([found]) => found)
    .filter((found) => (found.includes('/') && top.has(found.split('/')[0])) || source.test(found))
    .filter((found) => !/(?:^|\/)(?:node_modules|dist|generated)(?:\/|$)/.test(found));
}

function isKnown(found, file) {
  const isFromRoot = found.includes('/') && top.has(found.split('/')[0]);
  return (
    examples.has(found) ||
    known.has(join(found)) ||
    known.has(join(dirname(file), found)) ||
    (!isFromRoot && ends.has(found)) ||
    // `docs/adr/0052` names a file by its number.
    (/\d$/.test(found) && files.some((each) => each.startsWith(`${found}-`)))
  );
}

/** Returns the folders in which a file is. */
function foldersOf(file) {
  const folder = dirname(file);
  return folder === '.' ? [] : [folder, ...foldersOf(folder)];
}

function endsOf(file) {
  const parts = file.split('/');
  return parts.map((_, index) => parts.slice(index).join('/'));
}

// `npm run lint`: keeps the entry points of packages small and documented. Refuses an entry point that exports more than 42 names, one that
// does not list them (`export *`), and an exported declaration without a doc comment. An argument names another root than this folder.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const mostNames = 42;
const root = process.argv[2] ?? process.cwd();
const declaration =
  /^export (?:declare )?(?:async function\*?|function\*?|const|let|abstract class|class|interface|type|enum) ([\w$]+)/gm;
const exportList = /^export (?:type )?\{([^}]*)\}(?: from '([^']+)')?/gm;

const problems = readdirSync(join(root, 'packages')).flatMap((name) =>
  entryPointsOf(`packages/${name}`).flatMap(checkEntryPoint),
);
for (const problem of new Set(problems)) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** Returns the sources that `exports` of package.json names. */
function entryPointsOf(room) {
  const { exports = {} } = JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8'));
  return Object.values(exports)
    .map((target) => target['bunting-source'])
    .filter((path) => path !== undefined)
    .map((path) => join(root, room, path));
}

function checkEntryPoint(path) {
  const names = exportsOf(path);
  const file = relative(root, path);
  return [
    ...(names.length > mostNames
      ? [`${file}: exports ${names.length} names; an entry point has at most ${mostNames}.`]
      : []),
    ...(/^export (?:type )?\*/m.test(readFileSync(path, 'utf8'))
      ? [`${file}: "export *" does not say what is exported; list the names.`]
      : []),
    ...names.flatMap(({ original, from }) => checkDeclaration(original, from)),
  ];
}

/**
 * Returns the exports of a file: the name there, and the name and the file of its declaration, as far as its own package
 * goes.
 */
function exportsOf(path) {
  const text = readFileSync(path, 'utf8');
  const declared = [...text.matchAll(declaration)].map(([, name]) => ({ name, original: name, from: path }));
  const listed = [...text.matchAll(exportList)].flatMap(([, names, target]) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type /, ''))
      .filter((name) => name !== '')
      .map((name) => {
        const [original, alias = original] = name.split(' as ');
        return { ...declarationOf(original, path, target), name: alias };
      }),
  );
  // The overloads of a function are one name.
  return [...new Map([...declared, ...listed].map((each) => [each.name, each])).values()];
}

/** Finds a declaration. Generated code and other packages are documented elsewhere: `from` is undefined then. */
function declarationOf(original, path, target) {
  if (target === undefined) {
    const imported = importOf(original, path);
    return imported === undefined ? { original, from: path } : declarationOf(original, path, imported);
  }
  if (!target.startsWith('.') || target.includes('/generated/')) return { original, from: undefined };
  const next = join(dirname(path), target);
  return exportsOf(next).find((each) => each.name === original) ?? { original, from: next };
}

/** Returns the file from which a name is imported. */
function importOf(name, path) {
  const imports = readFileSync(path, 'utf8').matchAll(/^import (?:type )?\{([^}]*)\} from '([^']+)'/gm);
  return [...imports].find(([, names]) => new RegExp(`(?<![\\w$])${name}(?![\\w$])`).test(names))?.[2];
}

function checkDeclaration(name, path) {
  if (path === undefined) return [];
  const file = relative(root, path);
  if (!existsSync(path)) return [`${file}: there is no such file.`];
  const lines = readFileSync(path, 'utf8').split('\n');
  const pattern = new RegExp(
    `^(?:export )?(?:declare )?(?:async function\\*?|function\\*?|const|let|abstract class|class|interface|type|enum) ${name}(?![\\w$])`,
  );
  const index = lines.findIndex((line) => pattern.test(line));
  if (index === -1) return [`${file}: ${name} is exported but not declared here.`];
  return isDocComment(lines, index - 1)
    ? []
    : [`${file}:${index + 1}: ${name} is exported by its package and has no doc comment.`];
}

/** Returns whether a comment that starts with two stars ends in this line. */
function isDocComment(lines, end) {
  if (!lines[end]?.trimEnd().endsWith('*/')) return false;
  const start = lines.slice(0, end + 1).findLastIndex((line) => line.includes('/*'));
  return lines[start]?.trimStart().startsWith('/**') ?? false;
}

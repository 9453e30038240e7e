// `npm run lint`: holds two rules of how comments are written (CONTRIBUTING.md, "How we write").
// 1. No comment begins with a noun clause, which leaves the sentence without subject and verb: "What is left" → "The rules that remain".
// 2. The doc comment of a function begins with a verb in the third person: "Returns …", "Reads …".
// The first argument names another root than this folder. `--pending` refuses lines of pending.mjs in which nothing is left to fix.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findDone, isBelow, pendingComments } from './pending.mjs';

const noun = /^(?:What|Whatever|Whether|That|Whose|Those|How|Where|Who|Whoever|Whom|Of|Undefined)\b/;
/** Ends in s, as verbs in the third person do; "Keys of an organisation" does not begin with a verb. */
const verb = /^[A-Z][a-z-]*s,? (?!of\b|whose\b)/;
const notVerbs =
  /^(?:This|Its|Is|Has|Was|Does|As|Always|Us|Unless|Less|Perhaps|Sometimes|Besides|Plus|Others|Ours|Theirs) /;

const args = process.argv.slice(2);
const root = args.find((arg) => !arg.startsWith('--')) ?? process.cwd();
const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.mjs', '*.css'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})
  .split('\n')
  .filter((file) => file !== '' && !file.includes('/generated/'));
const problems = args.includes('--pending')
  ? findDone(pendingComments, files, checkFile)
  : files.filter((file) => !isBelow(pendingComments, file)).flatMap(checkFile);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;

/** Returns the problems of the comments of a file. */
function checkFile(file) {
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const opening = /^\s*(?:\{?\/\*+|\/\/)\s*(.*)$/.exec(line);
    const isContinued = /^\s*\/\//.test(line) && /^\s*\/\//.test(lines[index - 1] ?? '');
    if (opening === null || isContinued) return [];
    const first = opening[1] === '' ? (lines[index + 1] ?? '').replace(/^\s*\*?\s*/, '') : opening[1];
    const where = `${file}:${index + 1}: "${first.slice(0, 60)}"`;
    if (noun.test(first)) return [`${where} begins with a noun clause.`];
    if (!/^\s*\/\*\*/.test(line) || !isFunction(lines, endOfComment(lines, index) + 1)) return [];
    return first.startsWith('@') || (verb.test(`${first} `) && !notVerbs.test(first))
      ? []
      : [`${where} is the comment of a function and does not begin with a verb ("Returns …").`];
  });
}

/** Returns the line in which a block comment ends. */
function endOfComment(lines, start) {
  const end = lines.findIndex((line, index) => index >= start && line.includes('*/'));
  return end === -1 ? lines.length : end;
}

/** Returns whether a line declares a function, a method, or a constant whose value is a function. */
function isFunction(lines, start) {
  const text = lines
    .slice(start, start + 12)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (/^(?:export )?(?:default )?(?:declare )?(?:async )?function\b/.test(text)) return true;
  const constant = /^(?:export )?const [\w$]+(?:: [^=]+)? = (?:async )?(?=[(<])/.exec(text);
  if (constant !== null) return hasArrow(text.slice(constant[0].length));
  const isIndented = /^\s/.test(lines[start] ?? '');
  return (
    isIndented &&
    /^(?:(?:public|private|protected|static|override|abstract|async) )*#?(?!(?:describe|it|for|if|while|switch|expect)\b)[\w$]+\??[(<]/.test(
      text,
    )
  );
}

/** Returns whether the text begins with parameters and an arrow. */
function hasArrow(text) {
  let depth = 0;
  for (const [index, char] of [...text].entries()) {
    if ('(<[{'.includes(char)) depth++;
    if (')]}'.includes(char) || (char === '>' && text[index - 1] !== '=')) depth--;
    if (depth === 0 && char === ')') return /^(?:: [^;={]+)? =>/.test(text.slice(index + 1));
  }
  return false;
}

import { keyFrom } from '../lexing/key-syntax.ts';

/** A definition whose value is a key: `export const CHECKOUT = 'checkout-layout'`, or a member of an enum or an object. */
export interface Constant {
  readonly name: string;
  /** Names of the enums, classes and objects that it is a member of, from the inside out. */
  readonly containers: readonly string[];
  readonly key: string;
  readonly offset: number;
  /** True if code uses it by its bare name; false for a member (`Flags.CHECKOUT`). */
  readonly isVariable: boolean;
}

const assignment =
  /(:=|=>|(?<![=!<>+*/-])=(?![=>])|:(?!:)|\()\s*(?:[rbufcRBUFC]{1,2}|@)?("""|["'`])([A-Za-z0-9_][A-Za-z0-9._:/-]*)\2/g;
const defined = /\bdefine\(\s*(["'])(\w+)\1\s*,\s*(["'])([A-Za-z0-9_][A-Za-z0-9._:/-]*)\3\s*\)/g;
const endOfValue =
  /^(?:\.(?:freeze|to_string\(\)|into\(\)|to_owned\(\))|\s+as [\w.<> ]+)*\)?\s*(?:[,;})\]]|\r?\n|$|\/\/|\/\*|#|satisfies\b)/;
/** The text between a name and its value: nothing, an annotation (`: &'static str`), or a type as in Go. */
const annotation = /^["'\]]?\s*(?:\??:\s*[&\w.<>'"| [\]]+|\s[\w.[\]<>]+)?\s*$/;

/** Finds the constants of a file with a name in `wanted`. */
export function findConstants(
  text: string,
  wanted: ReadonlySet<string>,
  enumsHaveArguments: boolean,
): Constant[] {
  const found: Constant[] = [];
  for (const match of text.matchAll(assignment)) {
    const key = keyFrom(match[3] as string);
    if (
      key === undefined ||
      !endOfValue.test(text.slice(match.index + match[0].length, match.index + match[0].length + 60))
    )
      continue;
    const head = headOf(text, match.index);
    if (match[1] === '(') {
      const name = enumsHaveArguments ? /^\s*(?:case\s+)?([A-Za-z_]\w*)\s*$/.exec(head)?.[1] : undefined;
      if (name !== undefined && wanted.has(name))
        found.push(constantAt(text, match.index - head.length, name, key, false));
      continue;
    }
    if (standsInParentheses(head)) continue;
    const named = nameIn(head, wanted);
    if (named === undefined) continue;
    const isVariable = match[1] !== ':' && match[1] !== '=>' && named.isVariable;
    found.push(constantAt(text, match.index - 1, named.name, key, isVariable));
  }
  for (const match of text.matchAll(defined)) {
    const key = keyFrom(match[4] as string);
    if (key !== undefined && wanted.has(match[2] as string))
      found.push({ name: match[2] as string, containers: [], key, offset: match.index, isVariable: true });
  }
  return found;
}

function constantAt(text: string, offset: number, name: string, key: string, isVariable: boolean): Constant {
  return { name, containers: containersAt(text, offset), key, offset, isVariable };
}

/** Returns the line up to `end`, with the line before it if the operator begins the line. */
function headOf(text: string, end: number): string {
  let start = text.lastIndexOf('\n', end - 1) + 1;
  if (text.slice(start, end).trim() === '' && start > 0) start = text.lastIndexOf('\n', start - 2) + 1;
  return text.slice(Math.max(start, end - 300), end);
}

/** Text before the name of a variable, as opposed to `KEY = …` in an enum or in the body of a class. */
const declares =
  /\b(?:const|let|var|val|final|static|case|define|exports\.|exports\[["'])\s*$|\b(?:const|let|var|val|final|static)\b[^=({]*$/;

function nameIn(
  head: string,
  wanted: ReadonlySet<string>,
): { readonly name: string; readonly isVariable: boolean } | undefined {
  const names = [...head.matchAll(/[A-Za-z_$][\w$]*/g)].slice(-3).toReversed();
  for (const { 0: name, index } of names) {
    if (!wanted.has(name) || !annotation.test(head.slice(index + name.length))) continue;
    const before = head.slice(0, index);
    if (/\.\s*$/.test(before) && !/\b(?:exports|this|self)\.\s*$/.test(before)) continue;
    // Python, Ruby and the const blocks of Go declare without a keyword.
    return { name, isVariable: declares.test(before) || /^\s*(?:export\s+|pub\s+)?\$?$/.test(before) };
  }
  return undefined;
}

/**
 * Returns whether the head is in parentheses, as the default of a parameter and a keyword argument are. They are no
 * constants.
 */
function standsInParentheses(head: string): boolean {
  for (let i = head.length - 1, depth = 0; i >= 0; i--) {
    const character = head[i] as string;
    if (')]}'.includes(character)) depth++;
    else if ('([{'.includes(character) && depth-- === 0) return character === '(';
  }
  return false;
}

const declaredContainer =
  /\b(?:enum|class|object|struct|interface|module|namespace|trait|extension|mod|type|record|mixin|impl)\s+(?:class\s+|struct\s+)?([A-Za-z_]\w*)/;
const assignedContainer =
  /([A-Za-z_$][\w$]*)["']?\s*(?::\s*[^={]*?)?(?:=>?|:)\s*(?:[\w.]+\(\s*)?(?:\{|\[|dict\(|$)/;
const maxLines = 3_000;

/**
 * Returns the names of the containers of an offset, from the inside out. Indentation shows them, which formatted code
 * of every language has; a brace shows a container on the same line.
 */
function containersAt(text: string, offset: number): string[] {
  let start = text.lastIndexOf('\n', offset) + 1;
  const names: string[] = [];
  pushDefined(names, containerOnLine(text.slice(start, offset + 1)));
  let indentation = indentationOf(text.slice(start, start + 200));
  for (let lines = 0; start > 0 && indentation > 0 && lines < maxLines; lines++) {
    const end = start - 1;
    start = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(start, end);
    const bare = line.trim();
    if (bare === '' || indentationOf(line) >= indentation) continue;
    indentation = indentationOf(line);
    // The name stands one line above a brace that is alone on its line.
    const above = text.slice(text.lastIndexOf('\n', start - 2) + 1, Math.max(0, start - 1));
    pushDefined(names, containerName(bare === '{' || bare === '(' ? above.trim() : bare));
  }
  return names;
}

function pushDefined(names: string[], name: string | undefined): void {
  if (name !== undefined) names.push(name);
}

function containerOnLine(head: string): string | undefined {
  const brace = /^([^{}]*)\{[^{}]*$/.exec(head);
  return brace === null ? undefined : containerName(`${brace[1]}{`);
}

function containerName(header: string): string | undefined {
  return (declaredContainer.exec(header) ?? assignedContainer.exec(header))?.[1];
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}

const importLine =
  /^[^\n]{0,80}\b(?:import|require|require_once|require_relative|use|using|from|include)\b[^\n]{0,400}$/gm;
const multiline = /\b(?:import|use)\s*(?:type\s*)?\{[^{}]{0,2000}\}[^\n]{0,300}/g;
const rename = /\b([A-Za-z_]\w*)\s+as\s+([A-Za-z_]\w*)|\b([A-Za-z_]\w*)\s*:\s*([A-Za-z_]\w*)(?=[\s,}])/g;

/**
 * Reads the words of the import lines and their renames, by which resolve-constants.ts chooses between constants of one
 * name.
 */
export function readImports(text: string): { importWords: string[]; renames: (readonly [string, string])[] } {
  const lines = [...(text.match(importLine) ?? []), ...(text.match(multiline) ?? [])];
  const words = new Set<string>();
  const renames = new Map<string, string>();
  for (const line of lines) {
    for (const word of line.match(/[A-Za-z_][\w-]*/g) ?? []) words.add(word);
    for (const [, original, local, property, bound] of line.matchAll(rename)) {
      const [from, to] = [original ?? property, local ?? bound];
      if (from !== undefined && to !== undefined) renames.set(to, from);
    }
  }
  return { importWords: [...words], renames: [...renames] };
}

import { containersAt } from './containers.ts';
import { keyFrom } from './key-characters.ts';

/** A name that stands for a key: `export const CHECKOUT = 'checkout-layout'`, members of enums and objects included. */
export interface Constant {
  readonly name: string;
  /** What it stands in, from the inside out: enum, class, object. */
  readonly containers: readonly string[];
  readonly key: string;
  readonly offset: number;
  /** Declared by itself, so that its bare name stands for it; otherwise a member that is reached through what holds it. */
  readonly isVariable: boolean;
}

const assignment =
  /(:=|=>|(?<![=!<>+*/-])=(?![=>])|:(?!:)|\()\s*(?:[rbufcRBUFC]{1,2}|@)?("""|["'`])([A-Za-z0-9_][A-Za-z0-9._:/-]*)\2/g;
const defined = /\bdefine\(\s*(["'])(\w+)\1\s*,\s*(["'])([A-Za-z0-9_][A-Za-z0-9._:/-]*)\3\s*\)/g;
const endOfValue =
  /^(?:\.(?:freeze|to_string\(\)|into\(\)|to_owned\(\))|\s+as [\w.<> ]+)*\)?\s*(?:[,;})\]]|\r?\n|$|\/\/|\/\*|#|satisfies\b)/;
/** Between a name and its value: nothing, an annotation (`: &'static str`), or a type as Go writes it. */
const annotation = /^["'\]]?\s*(?:\??:\s*[&\w.<>'"| [\]]+|\s[\w.[\]<>]+)?\s*$/;

/** The constants of a file that are called one of `wanted`. */
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

/** The line up to `end`; where the operator begins a line, the one before it too. */
function headOf(text: string, end: number): string {
  let start = text.lastIndexOf('\n', end - 1) + 1;
  if (text.slice(start, end).trim() === '' && start > 0) start = text.lastIndexOf('\n', start - 2) + 1;
  return text.slice(Math.max(start, end - 300), end);
}

/** What makes a name of its own, as against `KEY = …` in an enum or the body of a class. */
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
    // Python, Ruby and Go's blocks declare with the bare name.
    return { name, isVariable: declares.test(before) || /^\s*(?:export\s+|pub\s+)?\$?$/.test(before) };
  }
  return undefined;
}

/** A default of a parameter or a keyword argument is no constant. */
function standsInParentheses(head: string): boolean {
  for (let i = head.length - 1, depth = 0; i >= 0; i--) {
    const character = head[i] as string;
    if (')]}'.includes(character)) depth++;
    else if ('([{'.includes(character) && depth-- === 0) return character === '(';
  }
  return false;
}

import { containersAt } from './containers.ts';
import { keyFrom } from './key-characters.ts';

/** A name that stands for a key: `export const CHECKOUT = 'checkout-layout'`, members of enums and objects included. */
export interface Constant {
  readonly name: string;
  /** What it stands in, from the inside out: enum, class, object. */
  readonly containers: readonly string[];
  readonly key: string;
  readonly offset: number;
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
        found.push(constantAt(text, match.index - head.length, name, key));
      continue;
    }
    if (standsInParentheses(head)) continue;
    const name = nameIn(head, wanted);
    if (name !== undefined) found.push(constantAt(text, match.index - 1, name, key));
  }
  for (const match of text.matchAll(defined)) {
    const key = keyFrom(match[4] as string);
    if (key !== undefined && wanted.has(match[2] as string))
      found.push({ name: match[2] as string, containers: [], key, offset: match.index });
  }
  return found;
}

function constantAt(text: string, offset: number, name: string, key: string): Constant {
  return { name, containers: containersAt(text, offset), key, offset };
}

/** The line up to `end`; where the operator begins a line, the one before it too. */
function headOf(text: string, end: number): string {
  let start = text.lastIndexOf('\n', end - 1) + 1;
  if (text.slice(start, end).trim() === '' && start > 0) start = text.lastIndexOf('\n', start - 2) + 1;
  return text.slice(Math.max(start, end - 300), end);
}

function nameIn(head: string, wanted: ReadonlySet<string>): string | undefined {
  const names = [...head.matchAll(/[A-Za-z_$][\w$]*/g)].slice(-3).toReversed();
  for (const name of names) {
    if (wanted.has(name[0]) && annotation.test(head.slice(name.index + name[0].length))) return name[0];
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

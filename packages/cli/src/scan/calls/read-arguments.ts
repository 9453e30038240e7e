import { keyFrom } from '../lexing/key-syntax.ts';

/** One argument of a call, with its label if it has one: `key: "checkout"`. */
export interface Argument {
  readonly label: string | undefined;
  readonly value: ArgumentValue;
}

export type ArgumentValue =
  | { readonly kind: 'literal'; readonly key: string }
  /** A constant or a path to one: `Flags.CHECKOUT` → ['Flags', 'CHECKOUT']. */
  | { readonly kind: 'name'; readonly path: readonly string[] }
  /** `{ key: 'checkout' }`, `Payload{Key: "checkout"}`. */
  | {
      readonly kind: 'object';
      readonly members: readonly Argument[];
      /** The names of the members as keys: literals, and constants in brackets. */
      readonly names: readonly ArgumentValue[];
    }
  | { readonly kind: 'list'; readonly items: readonly ArgumentValue[] }
  /** Concatenations, calls, numbers, templates with substitutions: the key is not known. */
  | { readonly kind: 'other' };

const maxCallLength = 2_000;
const maxArguments = 6;
const maxMembers = 100;
const other: ArgumentValue = { kind: 'other' };

/** Reads the arguments from `start`, just after the parenthesis: the first six, within 2,000 characters. */
export function readArguments(text: string, start: number): Argument[] {
  return splitAtCommas(text, start).parts.map(readArgument);
}

/** Returns the text after the closing parenthesis, which shows whether this is a call or a definition. */
export function getTextAfterCall(text: string, start: number): string {
  const { end } = splitAtCommas(text, start, Number.POSITIVE_INFINITY);
  return text.slice(end + 1, end + 40);
}

/** Reads the argument of a Ruby call without parentheses, which ends at a comma or at the end of the line. */
export function readBareArgument(text: string, start: number): Argument {
  const end = text
    .slice(start, start + maxCallLength)
    .search(/[,;\n]| (?:do|then|and|or|if|unless|\?|&&|\|\|)\b| \? /);
  return readArgument(
    text.slice(start, end < 0 ? start + maxCallLength : start + end).replace(/\s+(?:&&|\|\|).*$/, ''),
  );
}

/** Members that only read the content of a constant: `Flags.CHECKOUT.value`. */
const accessors: ReadonlySet<string> = new Set([
  'value',
  'rawValue',
  'key',
  'description',
  'to_s',
  'name',
  'getKey',
  'getValue',
  'toString',
]);

/**
 * Returns the constants that a path can stand for, the likelier first: `Flags.CHECKOUT.value` is the content of
 * CHECKOUT, or a member called value.
 */
export function listReadings(path: readonly string[]): (readonly string[])[] {
  const content = path.length > 1 && accessors.has(path.at(-1) as string) ? path.slice(0, -1) : undefined;
  return content === undefined ? [path] : [content, path];
}

function readArgument(source: string): Argument {
  const bare = withoutComments(source).trim();
  const labelled = /^["']?(\w+)["']?\s*(?::(?!:)|=>|=(?![=>]))\s*(?=\S)/.exec(bare);
  if (labelled === null) return { label: undefined, value: readValue(bare) };
  return { label: labelled[1], value: readValue(bare.slice(labelled[0].length)) };
}

// Also r"…", b'…', f"…", @"…", c"…" and the like. A format string without a substitution is a literal, too.
const literal =
  /^(?:[rbufcRBUFC]{1,2}|[@$]{1,2}|&)?(?:String::from\(|new String\()?("""|["'`])([^"'`\\\n]*)\1\)?(.*)$/s;
const symbol = /^:([A-Za-z_]\w*)$|^:"([^"\\]*)"$|^:'([^'\\]*)'$/;
const path =
  /^[&*\\]?\$?([A-Za-z_][\w$]*(?:(?:\.|::|->|\?\.|!\.|\[['"])\$?[A-Za-z_][\w$]*(?:['"]\])?)*)(.*)$/s;
const implicitMember = /^\.([A-Za-z_]\w*)(.*)$/s;
/** Conversions that may follow a literal or a name and keep its value. */
const conversions =
  /^(?:\.(?:to_string|into|to_owned|as_str|as_ref|freeze|to_sym|to_s|toString|getKey|key|value|rawValue|description|name)(?:\(\))?|!| as [\w.<>'"[\]|: ]+| satisfies [\w.<>]+)*$/;

function readValue(source: string): ArgumentValue {
  const quoted = literal.exec(source);
  if (quoted !== null) {
    const key = keyFrom(quoted[2] ?? '');
    return key !== undefined && conversions.test((quoted[3] ?? '').trimEnd())
      ? { kind: 'literal', key }
      : other;
  }
  const named = symbol.exec(source);
  if (named !== null) {
    const key = keyFrom(named[1] ?? named[2] ?? named[3] ?? '');
    return key === undefined ? other : { kind: 'literal', key };
  }
  if (source.startsWith('[')) {
    const { parts } = splitAtCommas(source, 1, maxMembers);
    return { kind: 'list', items: parts.map((item) => readValue(withoutComments(item).trim())) };
  }
  const brace = /^[\w.&*]*\{/.exec(source);
  if (brace !== null) return readObject(source, brace[0].length);
  const member = implicitMember.exec(source);
  if (member !== null) return nameFrom([member[1] as string], member[2] ?? '');
  const names = path.exec(source);
  if (names === null) return other;
  return nameFrom(
    (names[1] as string).split(/\.|::|->|\?\.|!\.|\[['"]|['"]\]/).filter(Boolean),
    names[2] ?? '',
  );
}

const memberName = /^(?:(["'`])([^"'`\\\n]*)\1|([A-Za-z_$][\w$]*)|\[(.*?)\])\s*(?::|$)/s;

function readObject(source: string, start: number): ArgumentValue {
  const { parts } = splitAtCommas(source, start, maxMembers);
  const names = parts.flatMap((part) => {
    const found = memberName.exec(withoutComments(part).trim());
    if (found === null) return [];
    const [, , quoted, bare, computed] = found;
    if (computed !== undefined) return [readValue(computed.trim())];
    const key = keyFrom(quoted ?? bare ?? '');
    return key === undefined ? [] : [{ kind: 'literal' as const, key }];
  });
  return { kind: 'object', members: parts.map(readArgument), names };
}

function nameFrom(names: readonly string[], suffix: string): ArgumentValue {
  const isAccessor = names.length > 1 && accessors.has(names.at(-1) as string);
  if (!conversions.test((isAccessor ? suffix.replace(/^\(\)/, '') : suffix).trimEnd())) return other;
  return { kind: 'name', path: names.map((name) => name.replace(/^\$/, '')) };
}

function splitAtCommas(text: string, start: number, max = maxArguments): { parts: string[]; end: number } {
  const parts: string[] = [];
  const limit = Math.min(text.length, start + maxCallLength);
  let depth = 0;
  let from = start;
  let i = start;
  for (; i < limit; i++) {
    const character = text[i] as string;
    if (character === '"' || character === "'" || character === '`') i = endOfString(text, i, limit);
    else if (character === '/' && text[i + 1] === '/' && text[i - 1] !== ':') i = endOfLine(text, i, limit);
    else if ('([{'.includes(character)) depth++;
    else if (')]}'.includes(character)) {
      if (depth-- === 0) break;
    } else if (character === ',' && depth === 0) {
      parts.push(text.slice(from, i));
      from = i + 1;
      if (parts.length === max) break;
    }
  }
  if (i < limit && parts.length < max) parts.push(text.slice(from, i));
  return { parts: parts.filter((part) => part.trim() !== ''), end: i };
}

function endOfString(text: string, start: number, limit: number): number {
  const quote = text[start] as string;
  const isTriple = quote !== '`' && text.startsWith(quote.repeat(3), start);
  if (isTriple) {
    const end = text.indexOf(quote.repeat(3), start + 3);
    return end < 0 || end > limit ? limit : end + 2;
  }
  for (let i = start + 1; i < limit; i++) {
    if (text[i] === '\\') i++;
    else if (text[i] === quote) return i;
    // An apostrophe without a second one on its line (a lifetime in Rust, prose) does not start a string.
    else if (text[i] === '\n' && quote !== '`') return start;
  }
  return start;
}

function endOfLine(text: string, start: number, limit: number): number {
  const end = text.indexOf('\n', start);
  return end < 0 || end > limit ? limit : end;
}

function withoutComments(source: string): string {
  return source
    .replace(/\/\*.*?\*\//gs, ' ')
    .replace(/^\s*(?:\/\/|#(?![{[])).*$/gm, ' ')
    .replace(/\s\/\/.*$/gm, ' ');
}

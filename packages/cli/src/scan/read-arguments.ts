import { accessors } from './accessors.ts';
import { keyFrom } from './key-characters.ts';

/** One argument as it stands: what it is labelled with, and what it is. */
export interface Argument {
  readonly label: string | undefined;
  readonly value: ArgumentValue;
}

export type ArgumentValue =
  | { readonly kind: 'literal'; readonly key: string }
  /** A constant or a path to one: `Flags.CHECKOUT` → ['Flags', 'CHECKOUT']. */
  | { readonly kind: 'name'; readonly path: readonly string[] }
  /** `{ key: 'checkout' }`, `Payload{Key: "checkout"}`. */
  | { readonly kind: 'object'; readonly members: readonly Argument[] }
  | { readonly kind: 'list'; readonly items: readonly ArgumentValue[] }
  /** Anything else: concatenations, calls, numbers, templates with substitutions. Never a key. */
  | { readonly kind: 'other' };

const longestCall = 2_000;
const maxArguments = 6;
const other: ArgumentValue = { kind: 'other' };

/** The arguments from `start`, just behind the parenthesis. Bounded: a call that does not end soon has those read so far. */
export function readArguments(text: string, start: number): Argument[] {
  return splitAtCommas(text, start).parts.map(readArgument);
}

/** What follows the parenthesis that closes the call, as far as it tells a definition from a call. */
export function textBehindCall(text: string, start: number): string {
  const { end } = splitAtCommas(text, start, Number.POSITIVE_INFINITY);
  return text.slice(end + 1, end + 40);
}

/** Ruby without parentheses: the argument reaches to a comma or the end of the line. */
export function readBareArgument(text: string, start: number): Argument {
  const end = text
    .slice(start, start + longestCall)
    .search(/[,;\n]| (?:do|then|and|or|if|unless|\?|&&|\|\|)\b| \? /);
  return readArgument(
    text.slice(start, end < 0 ? start + longestCall : start + end).replace(/\s+(?:&&|\|\|).*$/, ''),
  );
}

function readArgument(source: string): Argument {
  const bare = withoutComments(source).trim();
  const labelled = /^["']?(\w+)["']?\s*(?::(?!:)|=>|=(?![=>]))\s*(?=\S)/.exec(bare);
  if (labelled === null) return { label: undefined, value: readValue(bare) };
  return { label: labelled[1], value: readValue(bare.slice(labelled[0].length)) };
}

// r"…", b'…', f"…", @"…", c"…" and their like; a format string without a substitution is a literal like any other.
const literal =
  /^(?:[rbufcRBUFC]{1,2}|[@$]{1,2}|&)?(?:String::from\(|new String\()?("""|["'`])([^"'`\\\n]*)\1\)?(.*)$/s;
const symbol = /^:([A-Za-z_]\w*)$|^:"([^"\\]*)"$|^:'([^'\\]*)'$/;
const path =
  /^[&*\\]?\$?([A-Za-z_][\w$]*(?:(?:\.|::|->|\?\.|!\.|\[['"])\$?[A-Za-z_][\w$]*(?:['"]\])?)*)(.*)$/s;
const implicitMember = /^\.([A-Za-z_]\w*)(.*)$/s;
/** What may follow without making another value of it. */
const harmlessSuffix =
  /^(?:\.(?:to_string|into|to_owned|as_str|as_ref|freeze|to_sym|to_s|toString|getKey|key|value|rawValue|description|name)(?:\(\))?|!| as [\w.<>'"[\]|: ]+| satisfies [\w.<>]+)*$/;

function readValue(source: string): ArgumentValue {
  const quoted = literal.exec(source);
  if (quoted !== null) {
    const key = keyFrom(quoted[2] ?? '');
    return key !== undefined && harmlessSuffix.test((quoted[3] ?? '').trimEnd())
      ? { kind: 'literal', key }
      : other;
  }
  const named = symbol.exec(source);
  if (named !== null) {
    const key = keyFrom(named[1] ?? named[2] ?? named[3] ?? '');
    return key === undefined ? other : { kind: 'literal', key };
  }
  if (source.startsWith('['))
    return { kind: 'list', items: splitAtCommas(source, 1).parts.map((item) => readValue(item.trim())) };
  const brace = /^[\w.&*]*\{/.exec(source);
  if (brace !== null) return { kind: 'object', members: readArguments(source, brace[0].length) };
  const member = implicitMember.exec(source);
  if (member !== null) return nameFrom([member[1] as string], member[2] ?? '');
  const names = path.exec(source);
  if (names === null) return other;
  return nameFrom(
    (names[1] as string).split(/\.|::|->|\?\.|!\.|\[['"]|['"]\]/).filter(Boolean),
    names[2] ?? '',
  );
}

function nameFrom(names: readonly string[], suffix: string): ArgumentValue {
  const isAccessor = names.length > 1 && accessors.has(names.at(-1) as string);
  if (!harmlessSuffix.test((isAccessor ? suffix.replace(/^\(\)/, '') : suffix).trimEnd())) return other;
  return { kind: 'name', path: names.map((name) => name.replace(/^\$/, '')) };
}

function splitAtCommas(text: string, start: number, most = maxArguments): { parts: string[]; end: number } {
  const parts: string[] = [];
  const limit = Math.min(text.length, start + longestCall);
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
      if (parts.length === most) break;
    }
  }
  if (i < limit && parts.length < most) parts.push(text.slice(from, i));
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
    // A lone apostrophe (Rust's lifetimes, prose) opens nothing.
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

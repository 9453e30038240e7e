import { addToHash, hashStart, mayContain, type HashSet } from './hash-set.ts';
import { identifierBytes, maxSlugLength, slugBytes } from './key-syntax.ts';

/** The searches of the pass over the bytes in a file of one language. */
export interface SearchTables {
  /** Hashes (forwards, lower-cased) of the known keys. */
  readonly keys: HashSet;
  /** Hashes (backwards) of the names that a call pattern starts with. */
  readonly callNames: HashSet;
  /** Hashes (forwards) of the components whose attributes name keys; undefined if the language has no components. */
  readonly tagNames: HashSet | undefined;
  /** Ruby: `enabled? 'key'` and `enabled? :key` are calls. */
  readonly callsWithoutParentheses: boolean;
  /** `CHECKOUT("key")` inside an enum is a constant. */
  readonly enumsHaveArguments: boolean;
  /** PHP: `define('KEY', 'key')` is a constant. */
  readonly constantsAreDefined: boolean;
  /** False for files without a language, in which only quotes and addresses are searched. */
  readonly isCode: boolean;
}

/** Offsets of candidates, which the callers read and decide on. */
export interface Occurrences {
  /** Start and end, in pairs, of quoted words whose hash is that of a known key. */
  readonly quoted: number[];
  /** The start of the arguments of calls: behind the parenthesis or, in Ruby, behind the name. */
  readonly calls: number[];
  /** Behind `<Name`. */
  readonly tags: number[];
  /** Offsets of `/v1/`. */
  readonly urls: number[];
  /** Hashes (backwards) of the names that may be constants holding a key. */
  readonly constants: number[];
}

const quote = 1;
const parenthesis = 2;
const angle = 3;
const colon = 4;
const slash = 5;
const classes = new Uint8Array(256);
for (const character of '"\'`') classes[character.charCodeAt(0)] = quote;
classes[code('(')] = parenthesis;
classes[code('<')] = angle;
classes[code(':')] = colon;
classes[code('/')] = slash;

const stringPrefixes = new Uint8Array(256);
for (const character of 'rbucRBUC@') stringPrefixes[character.charCodeAt(0)] = 1;

const [space, tab, lineFeed, carriageReturn, equals] = [32, 9, 10, 13, code('=')];
const [opening, openingBrace, comma] = [code('('), code('{'), code(',')];
const [openingAngle, closingAngle] = [code('<'), code('>')];
const [slashByte, letterV, digitOne] = [code('/'), code('v'), code('1')];
const [colonByte, questionMark, dot] = [code(':'), code('?'), code('.')];

/**
 * Finds all candidates in one pass over the bytes. It visits every byte once and looks back from few of them, so the
 * number of keys and patterns hardly changes its cost.
 */
export function findOccurrences(bytes: Uint8Array, tables: SearchTables): Occurrences {
  const { length } = bytes;
  const occurrences: Occurrences = { quoted: [], calls: [], tags: [], urls: [], constants: [] };
  const { isCode, keys, callNames, tagNames, callsWithoutParentheses } = tables;
  for (let i = 0; i < length; i++) {
    const kind = classes[bytes[i] as number] as number;
    if (kind === 0) continue;
    if (kind === quote) {
      let hash = hashStart;
      let end = i + 1;
      for (; end < length; end++) {
        const byte = slugBytes[bytes[end] as number] as number;
        if (byte === 0) break;
        hash = addToHash(hash, byte);
      }
      if (bytes[end] === bytes[i] && end > i + 1 && end - i <= maxSlugLength + 1) {
        if (mayContain(keys, hash)) occurrences.quoted.push(i + 1, end);
        if (isCode) lookBehindQuote(bytes, i, tables, occurrences);
        i = end;
      } else i = end - 1;
    } else if (kind === slash) {
      if (bytes[i + 1] === letterV && bytes[i + 2] === digitOne && bytes[i + 3] === slashByte)
        occurrences.urls.push(i);
    } else if (!isCode) continue;
    else if (kind === parenthesis) {
      if (endsWithName(bytes, i - 1, callNames)) occurrences.calls.push(i + 1);
    } else if (kind === angle) {
      if (tagNames !== undefined && beginsWithName(bytes, i + 1, length, tagNames))
        occurrences.tags.push(i + 1);
    } else if (callsWithoutParentheses && bytes[i - 1] === space && endsWithName(bytes, i - 1, callNames)) {
      occurrences.calls.push(i);
    }
  }
  return occurrences;
}

/** Records the names before the quote at `at` if it follows `name =`, `name:` or `name(`: the text may be a constant. */
function lookBehindQuote(
  bytes: Uint8Array,
  at: number,
  tables: SearchTables,
  occurrences: Occurrences,
): void {
  let i = skipBlanksBack(bytes, at - 1);
  // Skips the prefix of r"…", b'…', @"…" and the like.
  if (i === at - 1 && i > 0 && stringPrefixes[bytes[i] as number] === 1) i = skipBlanksBack(bytes, i - 1);
  const byte = bytes[i];
  if (tables.callsWithoutParentheses && i < at - 1 && endsWithName(bytes, i, tables.callNames))
    occurrences.calls.push(at);
  if (byte === comma && tables.constantsAreDefined) {
    const end = skipBlanksBack(bytes, i - 1);
    if (classes[bytes[end] as number] === quote) pushName(bytes, end - 1, occurrences);
    return;
  }
  const isArrow = byte === closingAngle && bytes[i - 1] === equals;
  if (!isArrow && byte !== equals && byte !== colonByte && !(byte === opening && tables.enumsHaveArguments))
    return;
  i = skipBlanksBack(bytes, isArrow ? i - 2 : i - 1);
  // A type may stand between the name and the text: `KEY: &'static str = "…"`.
  for (let names = 0; names < 3; names++) {
    while (i >= 0 && identifierBytes[bytes[i] as number] === 0) {
      const between = bytes[i];
      if (between === lineFeed || between === opening || between === comma || between === openingBrace)
        return;
      i--;
    }
    i = pushName(bytes, i, occurrences);
  }
}

/** Records the name that ends at `i`; returns the index before its first byte. */
function pushName(bytes: Uint8Array, i: number, occurrences: Occurrences): number {
  let hash = hashStart;
  for (; i >= 0 && identifierBytes[bytes[i] as number] !== 0; i--) hash = addToHash(hash, bytes[i] as number);
  occurrences.constants.push(hash);
  return i;
}

/** Returns whether the set has the name that ends at `i`; blanks, type arguments and `?.` may follow the name. */
function endsWithName(bytes: Uint8Array, i: number, names: HashSet): boolean {
  if (bytes[i] === dot && bytes[i - 1] === questionMark) i -= 2;
  if (bytes[i] === space) i = skipBlanksBack(bytes, i);
  if (bytes[i] === closingAngle) i = skipTypeArgumentsBack(bytes, i);
  let hash = hashStart;
  let at = i;
  if (bytes[at] === questionMark) hash = addToHash(hash, bytes[at--] as number);
  for (; at >= 0 && identifierBytes[bytes[at] as number] !== 0; at--)
    hash = addToHash(hash, bytes[at] as number);
  return at < i && mayContain(names, hash);
}

function beginsWithName(bytes: Uint8Array, i: number, length: number, names: HashSet): boolean {
  let hash = hashStart;
  for (; i < length && identifierBytes[bytes[i] as number] !== 0; i++)
    hash = addToHash(hash, bytes[i] as number);
  return mayContain(names, hash);
}

/**
 * Skips from the `>` of `getValue<Foo<Bar>>` or `get::<bool>` to the byte before the type arguments; -1 after 100
 * bytes.
 */
function skipTypeArgumentsBack(bytes: Uint8Array, from: number): number {
  let depth = 0;
  for (let i = from; i >= 0 && i > from - 100; i--) {
    if (bytes[i] === closingAngle) depth++;
    else if (bytes[i] === openingAngle && --depth === 0) return bytes[i - 1] === colonByte ? i - 3 : i - 1;
    else if (bytes[i] === lineFeed) return -1;
  }
  return -1;
}

function skipBlanksBack(bytes: Uint8Array, i: number): number {
  while (i >= 0) {
    const byte = bytes[i];
    if (byte !== space && byte !== tab && byte !== lineFeed && byte !== carriageReturn) break;
    i--;
  }
  return i;
}

function code(character: string): number {
  return character.charCodeAt(0);
}

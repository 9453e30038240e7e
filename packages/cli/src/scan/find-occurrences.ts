import { addToHash, hashStart, mayContain, type HashSet } from './hash-set.ts';
import { identifierBytes, maxSlugLength, slugBytes } from './key-characters.ts';

/** What the pass over the bytes looks for in a file of one language. */
export interface Lookout {
  /** Hashes (forwards, lower-cased) of the known keys. */
  readonly keys: HashSet;
  /** Hashes (backwards) of the names that a call pattern starts with. */
  readonly callNames: HashSet;
  /** Hashes (forwards) of the components whose attributes name keys; where the language has none: undefined. */
  readonly tagNames: HashSet | undefined;
  /** Ruby: `enabled? 'key'` and `enabled? :key` are calls. */
  readonly callsWithoutParentheses: boolean;
  /** `CHECKOUT("key")` inside an enum is a constant. */
  readonly enumsHaveArguments: boolean;
  /** PHP: `define('KEY', 'key')` is a constant. */
  readonly constantsAreDefined: boolean;
  /** False in files of no language: there only quotes are looked at. */
  readonly isCode: boolean;
}

/** Offsets worth a closer look. The pass itself decides nothing. */
export interface Occurrences {
  /** Start and end of words between quotes whose hash is that of a known key, in pairs. */
  readonly quoted: number[];
  /** Where the arguments of a call begin: behind its parenthesis or, in Ruby, its name. */
  readonly calls: number[];
  /** Behind `<Name`. */
  readonly tags: number[];
  /** Of `/v1/`. */
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
const [colonByte, questionMark] = [code(':'), code('?')];

/**
 * The one pass over a file's bytes. It visits every byte once and looks back from few, so its cost hardly depends on
 * how many keys and patterns there are.
 */
export function findOccurrences(bytes: Uint8Array, lookout: Lookout): Occurrences {
  const { length } = bytes;
  const occurrences: Occurrences = { quoted: [], calls: [], tags: [], urls: [], constants: [] };
  const { isCode, keys, callNames, tagNames, callsWithoutParentheses } = lookout;
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
        if (isCode) lookBehindQuote(bytes, i, lookout, occurrences);
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

/** Whether the quote at `at` follows `name =`, `name:` or `name(`: then the names before it may be a constant's. */
function lookBehindQuote(bytes: Uint8Array, at: number, lookout: Lookout, occurrences: Occurrences): void {
  let i = skipBlanksBack(bytes, at - 1);
  // r"…", b'…', @"…" and the like.
  if (i === at - 1 && i > 0 && stringPrefixes[bytes[i] as number] === 1) i = skipBlanksBack(bytes, i - 1);
  const byte = bytes[i];
  if (lookout.callsWithoutParentheses && i < at - 1 && endsWithName(bytes, i, lookout.callNames))
    occurrences.calls.push(at);
  if (byte === comma && lookout.constantsAreDefined) {
    const end = skipBlanksBack(bytes, i - 1);
    if (classes[bytes[end] as number] === quote) pushName(bytes, end - 1, occurrences);
    return;
  }
  const isArrow = byte === closingAngle && bytes[i - 1] === equals;
  if (!isArrow && byte !== equals && byte !== colonByte && !(byte === opening && lookout.enumsHaveArguments))
    return;
  i = skipBlanksBack(bytes, isArrow ? i - 2 : i - 1);
  // The constant's name, or its type and then its name: `KEY: &'static str = "…"`.
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

/** Notes the name that ends at `i`; gives where it began, less one. */
function pushName(bytes: Uint8Array, i: number, occurrences: Occurrences): number {
  let hash = hashStart;
  for (; i >= 0 && identifierBytes[bytes[i] as number] !== 0; i--) hash = addToHash(hash, bytes[i] as number);
  occurrences.constants.push(hash);
  return i;
}

/** Whether the name that ends at `i`, blanks and type arguments after it aside, is in the set. */
function endsWithName(bytes: Uint8Array, i: number, names: HashSet): boolean {
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

/** From the `>` of `getValue<Foo<Bar>>` or `get::<bool>` to the byte before the type arguments; bounded. */
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

/**
 * The memory that V8 uses for a JSON value, in bytes: the value itself, and the parser's memory for the lists and objects
 * that are open at a time. The figures were measured (64 bits, pointers not compressed); measure-json.test.ts compares them
 * with the growth of the heap.
 */
const costs = {
  object: 40,
  /** It has room for four members in advance. */
  emptyObject: 24,
  list: 56,
  /** A pointer. */
  entry: 8,
  openEntry: 16,
  text: 24,
  /** A number that does not fit a pointer. */
  fraction: 16,
  /** The first object with this name at this position: its shape, and a string. */
  newName: 184,
  /** V8 has at most this many shapes; further objects are hash tables. */
  maxShapes: 1_536,
  nameOfTable: 152,
  /** An object of more members is one large hash table, whatever its shape, and is twice as large while it grows. */
  membersOfShape: 128,
  nameOfLargeTable: 72,
  openNameOfLargeTable: 136,
  /** Names such as "12" are indexes: the first of an object makes a list with gaps. */
  firstIndex: 176,
} as const;

/** Size of the table of seen names: at a hundred thousand names one of ten is confused with another. */
const tableBits = 2 ** 20;

const quote = 0x22;
const comma = 0x2c;
const minus = 0x2d;
const dot = 0x2e;
const zero = 0x30;
const nine = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const capitalE = 0x45;
const smallE = 0x65;

export interface JsonMeasure {
  /** Lists and objects. */
  readonly containers: number;
  readonly members: number;
  /** Bytes that the value will use in addition to its own text. */
  readonly cost: number;
}

/**
 * Reads each byte of the JSON once; `undefined` = it is nested more than `deepest` levels deep. For text that is no JSON the
 * figures mean nothing.
 */
// oxlint-disable-next-line max-lines-per-function -- one state machine, whose state in local variables is what makes it fast
export function measureJson(bytes: Buffer, deepest: number): JsonMeasure | undefined {
  const seen = new Uint32Array(tableBits / 32);
  const early = new Uint32Array(tableBits / 32);
  // For each open list or object: a hash of the names so far, the number of members, and the memory that the parser needs.
  const shapes = new Int32Array(deepest + 2);
  const memberCounts = new Int32Array(deepest + 2);
  const openCosts = new Int32Array(deepest + 2);
  let depth = 0;
  let containers = 0;
  let members = 0;
  let kept = 0;
  let open = 0;
  let maxOpen = 0;
  let shapeCount = 0;
  let textFrom = 0;
  let textTo = 0;
  let isEmptyObject = false;

  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index]!;
    if (byte === quote) {
      textFrom = index + 1;
      for (index += 1; index < bytes.length && bytes[index] !== quote; index += 1) {
        if (bytes[index] === backslash) index += 1;
      }
      textTo = index;
      isEmptyObject = false;
      if (index > textFrom + 1) kept += costs.text + index - textFrom;
    } else if (byte === comma) {
      kept += costs.entry;
      openCosts[depth]! += costs.openEntry;
      open += costs.openEntry;
    } else if (byte === colon) {
      members += 1;
      addName(textFrom, textTo);
      // A string is a name only once. Otherwise a body of colons would have the string hashed at each colon.
      textFrom = textTo;
    } else if (byte === openBrace || byte === openBracket) {
      isEmptyObject = byte === openBrace;
      kept += isEmptyObject ? costs.object : costs.list;
      containers += 1;
      depth += 1;
      if (depth > deepest) return undefined;
      shapes[depth] = 0;
      memberCounts[depth] = 0;
      openCosts[depth] = 0;
    } else if (byte === closeBrace || byte === closeBracket) {
      if (isEmptyObject) kept += costs.emptyObject;
      isEmptyObject = false;
      if (open > maxOpen) maxOpen = open;
      open -= openCosts[depth]!;
      // A text that closes more brackets than it opened is no JSON.
      if (depth > 0) depth -= 1;
    } else if (byte === dot || byte === smallE || byte === capitalE) {
      kept += costs.fraction;
    } else if (byte === minus && bytes[index + 1] === zero) {
      kept += costs.fraction;
    }
  }
  return { containers, members, cost: kept + Math.max(open, maxOpen) };

  /** Adds the cost of a name. It was counted as a string, but is stored once for all objects of its shape. */
  function addName(from: number, end: number): void {
    if (end > from + 1) kept -= costs.text + end - from;
    kept += costs.entry;
    const count = (memberCounts[depth]! += 1);
    const first = bytes[from]!;
    if (first >= zero && first <= nine) {
      if (count === 1) kept += costs.firstIndex;
      return;
    }
    if (count > costs.membersOfShape) {
      kept += costs.nameOfLargeTable + end - from;
      openCosts[depth]! += costs.openNameOfLargeTable;
      open += costs.openNameOfLargeTable;
      return;
    }
    const hash = hashOf(bytes, from, end, shapes[depth]!);
    shapes[depth] = hash;
    const word = (hash & (tableBits - 1)) >>> 5;
    const bit = 1 << (hash & 31);
    if ((seen[word]! & bit) === 0) {
      seen[word]! |= bit;
      shapeCount += 1;
      if (shapeCount <= costs.maxShapes) early[word]! |= bit;
      kept += costs.newName + end - from;
    } else if ((early[word]! & bit) === 0) {
      kept += costs.nameOfTable;
    }
  }
}

/** Hashes by FNV-1a, and mixes the upper half into the lower one. */
function hashOf(bytes: Buffer, from: number, to: number, begin: number): number {
  let hash = begin ^ 0x811c9dc5;
  for (let index = from; index < to; index += 1) hash = Math.imul(hash ^ bytes[index]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

/**
 * A set of user numbers (`event_user.number`). It is exact, so that the users of a week are the union of the users of its days. In memory
 * it has a bit for each number. The packed form, which the database stores, has the differences of neighbours or the bits, whichever is
 * shorter: about a byte for each user.
 */
export interface UserSet {
  add(number: number): void;
  /** Adds the numbers of a packed set. */
  addPacked(bytes: Uint8Array): void;
  addAll(other: UserSet): void;
  size(): number;
  sizeOfIntersection(other: UserSet): number;
  pack(): Buffer;
  /** The bits, 32 numbers to a word; there may be words of zeros at the end. */
  readonly words: Uint32Array;
}

/** First byte of the packed form. */
const differences = 0;
const bits = 1;

export function createUserSet(): UserSet {
  let words = new Uint32Array(16);

  function reserve(count: number): void {
    if (count <= words.length) return;
    const larger = new Uint32Array(Math.max(count, words.length * 2));
    larger.set(words);
    words = larger;
  }

  function add(number: number): void {
    const word = number >>> 5;
    if (word >= words.length) reserve(word + 1);
    words[word]! |= 1 << (number & 31);
  }

  return {
    add,
    addPacked(bytes) {
      if (bytes[0] === differences) eachDifference(bytes, add);
      else eachBit(bytes, add);
    },
    addAll(other) {
      reserve(other.words.length);
      for (let at = 0; at < other.words.length; at += 1) words[at]! |= other.words[at]!;
    },
    size: () => words.reduce((sum, word) => sum + countBits(word), 0),
    sizeOfIntersection(other) {
      let size = 0;
      const shared = Math.min(words.length, other.words.length);
      for (let at = 0; at < shared; at += 1) size += countBits(words[at]! & other.words[at]!);
      return size;
    },
    pack: () => pack(words),
    get words() {
      return words;
    },
  };
}

/** Counts the bits that are set: https://graphics.stanford.edu/~seander/bithacks.html#CountBitsSetParallel */
function countBits(word: number): number {
  let count = word - ((word >>> 1) & 0x5555_5555);
  count = (count & 0x3333_3333) + ((count >>> 2) & 0x3333_3333);
  return Math.imul((count + (count >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

function eachBit(bytes: Uint8Array, take: (number: number) => void): void {
  for (let at = 1; at < bytes.length; at += 1) {
    for (let rest = bytes[at]!; rest !== 0; rest &= rest - 1)
      take((at - 1) * 8 + (31 - Math.clz32(rest & -rest)));
  }
}

/** Differences are written seven bits at a time, the lowest first; the top bit says that more follow. */
function eachDifference(bytes: Uint8Array, take: (number: number) => void): void {
  let number = -1;
  let difference = 0;
  let shift = 0;
  for (let at = 1; at < bytes.length; at += 1) {
    const byte = bytes[at]!;
    difference |= (byte & 0x7f) << shift;
    shift += 7;
    if (byte >= 0x80) continue;
    number += difference;
    take(number);
    difference = 0;
    shift = 0;
  }
}

function pack(words: Uint32Array): Buffer {
  const numbers: number[] = [];
  let length = 1;
  let before = -1;
  for (let at = 0; at < words.length; at += 1) {
    for (let rest = words[at]!; rest !== 0; rest &= rest - 1) {
      const number = at * 32 + (31 - Math.clz32(rest & -rest));
      numbers.push(number);
      length += bytesOf(number - before);
      before = number;
    }
  }
  const bytesOfBits = 1 + (before === -1 ? 0 : (before >>> 3) + 1);
  return length <= bytesOfBits ? packDifferences(numbers, length) : packBits(numbers, bytesOfBits);
}

function bytesOf(difference: number): number {
  return Math.ceil((32 - Math.clz32(difference)) / 7);
}

function packDifferences(numbers: readonly number[], length: number): Buffer {
  const packed = Buffer.alloc(length, differences);
  let at = 1;
  let before = -1;
  for (const number of numbers) {
    let difference = number - before;
    for (; difference >= 0x80; difference >>>= 7) packed[at++] = (difference & 0x7f) | 0x80;
    packed[at++] = difference;
    before = number;
  }
  return packed;
}

function packBits(numbers: readonly number[], length: number): Buffer {
  const packed = Buffer.alloc(length);
  packed[0] = bits;
  for (const number of numbers) packed[1 + (number >>> 3)]! |= 1 << (number & 7);
  return packed;
}

/** Writes the last 64 bits of a UUID (xxxxxxxx-xxxx-xxxx-TTTT-TTTTTTTTTTTT) as two words to `words[at]` and the next. */
export function readTail(uuid: string, words: Int32Array, at: number): void {
  words[at] = digitsOf(uuid, 24, 28, digitsOf(uuid, 19, 23, 0));
  words[at + 1] = digitsOf(uuid, 28, 36, 0);
}

/** Caches the tails of UUIDs. */
export interface TailCache {
  /** Writes the tail as `readTail` does. */
  copy(uuid: string, words: Int32Array, at: number): void;
}

const maxTails = 100_000;

/**
 * Caches the tails that it reads. The same ids are signed repeatedly, and parsing their digits takes a tenth of the time of a token,
 * because the engine cannot specialise a loop over characters for all its representations of strings.
 */
export function createTailCache(): TailCache {
  const offsets = new Map<string, number>();
  let known = new Int32Array(1024);
  return {
    copy(uuid, words, at) {
      let offset = offsets.get(uuid);
      if (offset === undefined) {
        if (offsets.size === maxTails) offsets.clear();
        offset = offsets.size * 2;
        if (offset === known.length) known = grown(known);
        readTail(uuid, known, offset);
        offsets.set(uuid, offset);
      }
      words[at] = known[offset]!;
      words[at + 1] = known[offset + 1]!;
    },
  };
}

function grown(words: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(words.length * 2);
  larger.set(words);
  return larger;
}

const hexDigit = new Int8Array(128);
for (let value = 0; value < 16; value++) {
  const digit = value.toString(16);
  hexDigit[digit.charCodeAt(0)] = value;
  hexDigit[digit.toUpperCase().charCodeAt(0)] = value;
}

/** Appends hexadecimal digits to the number `start`. */
function digitsOf(text: string, from: number, to: number, start: number): number {
  let value = start;
  for (let i = from; i < to; i++) value = (value << 4) | hexDigit[text.charCodeAt(i)]!;
  return value;
}

/** The last 64 bits of a UUID (xxxxxxxx-xxxx-xxxx-TTTT-TTTTTTTTTTTT), as two words from `words[at]` on. */
export function readTail(uuid: string, words: Int32Array, at: number): void {
  words[at] = digitsOf(uuid, 24, 28, digitsOf(uuid, 19, 23, 0));
  words[at + 1] = digitsOf(uuid, 28, 36, 0);
}

export interface TailMemory {
  copy(uuid: string, words: Int32Array, at: number): void;
}

const maxTails = 100_000;

/**
 * Remembers what it read. The same ids are signed again and again, and reading their digits costs a tenth of a token:
 * strings come in more representations than the engine specialises a loop over characters for.
 */
export function createTailMemory(): TailMemory {
  const places = new Map<string, number>();
  let known = new Int32Array(1024);
  return {
    copy(uuid, words, at) {
      let place = places.get(uuid);
      if (place === undefined) {
        if (places.size === maxTails) places.clear();
        place = places.size * 2;
        if (place === known.length) known = grown(known);
        readTail(uuid, known, place);
        places.set(uuid, place);
      }
      words[at] = known[place]!;
      words[at + 1] = known[place + 1]!;
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

/** Hexadecimal digits appended to `start`. */
function digitsOf(text: string, from: number, to: number, start: number): number {
  let value = start;
  for (let i = from; i < to; i++) value = (value << 4) | hexDigit[text.charCodeAt(i)]!;
  return value;
}

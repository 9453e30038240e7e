/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104) in plain JavaScript, because `signUser` is synchronous and edge runtimes have no synchronous one.
 */
const roundConstants = new Uint32Array(64);
const initialState = new Uint32Array(8);

for (let prime = 2, found = 0; found < 64; prime++) {
  let isPrime = true;
  for (let divisor = 2; divisor * divisor <= prime; divisor++) if (prime % divisor === 0) isPrime = false;
  if (!isPrime) continue;
  if (found < 8) initialState[found] = fractionBits(Math.sqrt(prime));
  roundConstants[found] = fractionBits(Math.cbrt(prime));
  found += 1;
}

/** Returns the first 32 bits of the fraction. */
function fractionBits(root: number): number {
  return (root - Math.floor(root)) * 2 ** 32;
}

/** Returns the digest of bytes, 32 bytes long. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const blocks = Math.ceil((bytes.length + 9) / 64);
  const padded = new Uint8Array(blocks * 64);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const state = initialState.slice();
  const words = new Uint32Array(64);
  for (let offset = 0; offset < padded.length; offset += 64) {
    for (let i = 0; i < 16; i++) words[i] = view.getUint32(offset + i * 4);
    mix(state, words);
  }
  const digest = new Uint8Array(32);
  for (const [i, word] of state.entries()) new DataView(digest.buffer).setUint32(i * 4, word);
  return digest;
}

function mix(state: Uint32Array, words: Uint32Array): void {
  for (let i = 16; i < 64; i++) {
    const early = words[i - 15]!;
    const late = words[i - 2]!;
    const sigma0 = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const sigma1 = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[i] = words[i - 16]! + sigma0 + words[i - 7]! + sigma1;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const sum1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + sum1 + ((e & f) ^ (~e & g)) + roundConstants[i]! + words[i]!) | 0;
    const sum0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (sum0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = state[i]! + word;
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** Returns the HMAC-SHA256 of a text under a text, in lower-case hexadecimal digits. */
export function hmacSha256(secret: string, text: string): string {
  const encoder = new TextEncoder();
  const given = encoder.encode(secret);
  const key = new Uint8Array(64);
  key.set(given.length > 64 ? sha256(given) : given);
  const inner = sha256(
    joined(
      key.map((byte) => byte ^ 0x36),
      encoder.encode(text),
    ),
  );
  const outer = sha256(
    joined(
      key.map((byte) => byte ^ 0x5c),
      inner,
    ),
  );
  return Array.from(outer, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

/**
 * The evaluation trace (contract §2.3, §4.3 rule 6; decisions §1.5): an opaque token by which an event can be traced
 * to an evaluation. Twenty big-endian words in base64url, 107 characters:
 *
 *   0      format, 1
 *   1      expiry, Unix seconds
 *   2–3    environment   the last 64 bits of its UUIDv7: the random part
 *   4–5    variable      likewise
 *   6–7    variation     likewise
 *   8–11   id, random; consumed once
 *   12–19  HMAC-SHA256 over words 0–11
 */
import { randomFillSync, timingSafeEqual } from 'node:crypto';
import { createHmacSha256 } from './hmac-sha256.ts';
import { createTailCache, readTail } from './uuid-tail.ts';

const format = 1;
const signedWords = 12;
const tokenWords = 20;
const tokenCharacters = 107;
const tokenPattern = /^[A-Za-z0-9_-]{107}$/;
/** Contract §8: the default lifetime of a trace. */
const defaultLifetimeSeconds = 300;

/** The claim of a trace: this variation of this variable was served in this environment. */
export interface TraceSubject {
  /** UUID of the environment. */
  readonly environmentId: string;
  /** UUIDs of the served variable and variation. */
  readonly variableId: string;
  readonly variationId: string;
}

/** The content of a genuine trace beside its subject. */
export interface VerifiedTrace {
  /** 32 hexadecimal digits. The caller must consume the id in the transaction that stores the event. */
  readonly id: string;
  readonly expiresAt: Date;
}

/** Signs evaluation traces with one secret. */
export interface TraceSigner {
  /** Returns a fresh token of 107 URL-safe characters. */
  sign(environmentId: string, variableId: string, variationId: string): string;
  /** Returns a token for each subject, in order. A hundred together take a third less time than one by one. */
  signAll(environmentId: string, subjects: readonly ServedVariation[]): string[];
}

/** The served variation, without the environment, because a batch signs many of one environment. */
export type ServedVariation = Pick<TraceSubject, 'variableId' | 'variationId'>;

/** Creates a signer. `now` returns milliseconds since 1970. Throws a RangeError for an empty secret. */
export function createTraceSigner(options: {
  secret: string;
  now: () => number;
  lifetimeSeconds?: number;
}): TraceSigner {
  const { now, lifetimeSeconds = defaultLifetimeSeconds } = options;
  const appendHmac = createHmacSha256(keyOf(options.secret), signedWords);
  const words = new Int32Array(tokenWords);
  const random = new Int32Array(4096);
  let used = random.length;
  const tails = createTailCache();
  let lastEnvironmentId = '';

  function begin(environmentId: string): void {
    words[0] = format;
    words[1] = Math.floor(now() / 1000) + lifetimeSeconds;
    if (environmentId === lastEnvironmentId) return;
    tails.copy(environmentId, words, 2);
    lastEnvironmentId = environmentId;
  }

  function writeToken(variableId: string, variationId: string, bytes: DataView, at: number): void {
    if (used === random.length) {
      randomFillSync(random);
      used = 0;
    }
    tails.copy(variableId, words, 4);
    tails.copy(variationId, words, 6);
    for (let i = 8; i < signedWords; i++) words[i] = random[used++]!;
    appendHmac(words);
    for (let i = 0; i < tokenWords; i++) bytes.setInt32(at + 4 * i, words[i]!);
  }

  const token = Buffer.alloc(tokenWords * 4);
  const tokenView = viewOf(token);
  // Each token has one byte more: 81 bytes are whole groups of base64, so that tokens in a row can be encoded together.
  // The byte is zero, so it does not change the character that it shares with the token's last byte.
  const row = Buffer.alloc(tokensInRow * bytesInRow);
  const rowView = viewOf(row);

  return {
    sign(environmentId, variableId, variationId) {
      begin(environmentId);
      writeToken(variableId, variationId, tokenView, 0);
      return token.toString('base64url');
    },

    signAll(environmentId, subjects) {
      begin(environmentId);
      const tokens: string[] = [];
      for (let first = 0; first < subjects.length; first += tokensInRow) {
        const count = Math.min(subjects.length - first, tokensInRow);
        for (let i = 0; i < count; i++) {
          const { variableId, variationId } = subjects[first + i]!;
          writeToken(variableId, variationId, rowView, i * bytesInRow);
        }
        const text = row.toString('base64url', 0, count * bytesInRow);
        for (let i = 0; i < count; i++) {
          tokens.push(text.slice(i * charactersInRow, i * charactersInRow + tokenCharacters));
        }
      }
      return tokens;
    },
  };
}

const tokensInRow = 100;
const bytesInRow = tokenWords * 4 + 1;
const charactersInRow = (bytesInRow / 3) * 4;

function viewOf({ buffer, byteOffset, byteLength }: Buffer): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

/** Verifies evaluation traces with the same secret. */
export interface TraceVerifier {
  /**
   * Returns the trace's id and expiry if the token is genuine, unexpired and for exactly this subject; else undefined without a
   * reason, because contract §3.2 ignores bad tokens silently. The caller must check whether the trace was used before.
   */
  verify(token: unknown, subject: TraceSubject): VerifiedTrace | undefined;
}

/**
 * Creates a verifier. `secrets` are the current one and, during a rotation, the previous one. Throws a RangeError for an
 * empty secret.
 */
export function createTraceVerifier(options: {
  secrets: readonly string[];
  now: () => number;
}): TraceVerifier {
  const hmacs = options.secrets.map((secret) => createHmacSha256(keyOf(secret), signedWords));
  const words = new Int32Array(tokenWords);
  const expected = Buffer.alloc((tokenWords - signedWords) * 4);

  return {
    verify(token, subject) {
      if (typeof token !== 'string' || !tokenPattern.test(token)) return undefined;
      const bytes = Buffer.from(token, 'base64url');
      // The last character encodes four bits: of its four spellings only one is the signed token.
      if (bytes.toString('base64url') !== token) return undefined;
      const genuine = hmacs.some((appendHmac) => {
        for (let i = 0; i < signedWords; i++) words[i] = bytes.readInt32BE(i * 4);
        appendHmac(words);
        for (let i = signedWords; i < tokenWords; i++)
          expected.writeInt32BE(words[i]!, (i - signedWords) * 4);
        return timingSafeEqual(expected, bytes.subarray(signedWords * 4));
      });
      if (!genuine || words[0] !== format) return undefined;
      const expiresAt = bytes.readUInt32BE(4) * 1000;
      if (options.now() >= expiresAt) return undefined;
      const wanted = new Int32Array(6);
      readTail(subject.environmentId, wanted, 0);
      readTail(subject.variableId, wanted, 2);
      readTail(subject.variationId, wanted, 4);
      if (wanted.some((word, i) => word !== words[2 + i])) return undefined;
      return { id: bytes.toString('hex', 32, 48), expiresAt: new Date(expiresAt) };
    },
  };
}

function keyOf(secret: string): Uint8Array {
  if (secret === '') throw new RangeError('The secret of the evaluation trace is empty.');
  return Buffer.from(secret, 'utf8');
}

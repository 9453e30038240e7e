import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { RateLimiterMemory } from 'rate-limiter-flexible';

/** Wrong guesses of an address in 60 seconds. Per process: an installation has few dispatchers, and the token is long. */
const guessLimit = { points: 10, duration: 60 };
/** Addresses whose wrong guesses are counted in 60 seconds, so that guesses from ever new ones do not fill the memory. */
const maxCountedAddresses = 10_000;

/**
 * Requires HTTP Basic, which every browser supports: any name, `STAFF_API_TOKEN` as the password. Only reading is
 * allowed, so a page of another site gains nothing by making a signed-in browser send requests.
 */
export function requireStaff(token: string, maxAddresses = maxCountedAddresses): RequestHandler {
  const expected = digest(token);
  const guesses = new RateLimiterMemory(guessLimit);
  const remembered = new RateLimiterMemory({ points: maxAddresses, duration: guessLimit.duration });
  return async (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.status(405).set('Allow', 'GET, HEAD').type('text').send('The queues are read-only.\n');
      return;
    }
    const address = req.socket.remoteAddress ?? '';
    const guessed = await guesses.get(address);
    if (guessed?.remainingPoints === 0) {
      res
        .status(429)
        .set('Retry-After', String(Math.ceil(guessed.msBeforeNext / 1_000)))
        .type('text');
      res.send('Too many wrong passwords. Try again in a minute.\n');
      return;
    }
    const password = passwordOf(req.headers.authorization);
    if (password !== undefined && timingSafeEqual(digest(password), expected)) return next();
    if (password !== undefined && (guessed !== null || (await isWithin(remembered))))
      await guesses.penalty(address);
    res.status(401).set('WWW-Authenticate', 'Basic realm="Bunting staff", charset="UTF-8"').type('text');
    res.send('Staff only: any name, and STAFF_API_TOKEN as the password.\n');
  };
}

/** Takes one point of a limit for all addresses together. */
function isWithin(limit: RateLimiterMemory): Promise<boolean> {
  return limit.consume('all').then(
    () => true,
    () => false,
  );
}

function passwordOf(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

/** Returns a digest, which has one length whatever was typed, so that the comparison always takes the same time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

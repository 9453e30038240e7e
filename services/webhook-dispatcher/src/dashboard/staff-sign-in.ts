import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';

export interface GuessLimit {
  /** How long a caller with too many wrong guesses must wait before the next one. */
  retryAfterSeconds(address: string): number | undefined;
  noteWrong(address: string): void;
}

const maxWrong = 10;
const windowMs = 60_000;
const maxAddresses = 10_000;

/** Ten wrong guesses a minute and address. Per process: an installation has few dispatchers, and the token is long. */
export function createGuessLimit(now: () => number): GuessLimit {
  const wrong = new Map<string, { count: number; endsAt: number }>();
  return {
    retryAfterSeconds(address) {
      const guesses = wrong.get(address);
      if (guesses === undefined || guesses.count < maxWrong) return undefined;
      if (guesses.endsAt > now()) return Math.ceil((guesses.endsAt - now()) / 1_000);
      wrong.delete(address);
      return undefined;
    },
    noteWrong(address) {
      const guesses = wrong.get(address);
      if (guesses !== undefined && guesses.endsAt > now()) guesses.count += 1;
      else wrong.set(address, { count: 1, endsAt: now() + windowMs });
      if (wrong.size > maxAddresses) wrong.delete(wrong.keys().next().value!);
    },
  };
}

/**
 * HTTP Basic, which every browser can ask for: any name, `STAFF_API_TOKEN` as the password. Only reading is allowed, so a
 * page of another site gains nothing by making a signed-in browser send requests.
 */
export function requireStaff(token: string, limit: GuessLimit): RequestHandler {
  const expected = digest(token);
  return (req, res, next) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.status(405).set('Allow', 'GET, HEAD').type('text').send('The queues can only be looked at.\n');
      return;
    }
    const address = req.socket.remoteAddress ?? '';
    const retryAfterSeconds = limit.retryAfterSeconds(address);
    if (retryAfterSeconds !== undefined) {
      res.status(429).set('Retry-After', String(retryAfterSeconds)).type('text');
      res.send('Too many wrong passwords: try again in a minute.\n');
      return;
    }
    const password = passwordOf(req.headers.authorization);
    if (password !== undefined && timingSafeEqual(digest(password), expected)) return next();
    if (password !== undefined) limit.noteWrong(address);
    res.status(401).set('WWW-Authenticate', 'Basic realm="Bunting staff", charset="UTF-8"').type('text');
    res.send('Staff only: any name, and STAFF_API_TOKEN as the password.\n');
  };
}

function passwordOf(authorization: string | undefined): string | undefined {
  const [, encoded] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

/** A digest has one length whatever was typed, so that the comparison always takes the same time. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

import { setTimeout as delay } from 'node:timers/promises';

const patienceMs = 60_000;

/** Repeats a request until there is an answer. */
export async function until<T>(ask: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await delay(10)) {
    const answer = await ask();
    if (answer !== undefined) return answer;
  }
  throw new Error(`Nothing happened within ${patienceMs / 1000} seconds.`);
}

import type { RequestUser, Batcher } from '../remote/batcher.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { notLoaded, type Answer } from '../values/to-details.ts';

/** The last answers of the service for variables that are not evaluated here. */
export interface RemoteResults {
  /** Returns the answer at once. Requests it in the background if it is missing or old. */
  read(requestUser: RequestUser, key: string): Answer;
}

interface CachedAnswer {
  readonly answer: Answer;
  readonly at: number;
}

export const maxAgeMs = 60_000;
/** At this age an answer is requested again while it is still served. */
const refreshAfterMs = 30_000;
export const maxUsers = 10_000;
const maxKeysPerUser = 1_000;

export function createRemoteResults(
  batcher: Batcher,
  runtime: Pick<Runtime, 'now'>,
  max = maxUsers,
): RemoteResults {
  /** The answers by key, by the text of the user; the user who was read the longest ago is first. */
  const users = new Map<string, Map<string, CachedAnswer>>();
  const asking = new Set<string>();

  function keep({ text }: RequestUser, key: string, answer: Answer): void {
    const results = users.get(text) ?? new Map<string, CachedAnswer>();
    users.delete(text);
    users.set(text, results);
    results.delete(key);
    results.set(key, { answer, at: runtime.now() });
    if (results.size > maxKeysPerUser) results.delete(results.keys().next().value!);
    if (users.size > max) users.delete(users.keys().next().value!);
  }

  async function ask(requestUser: RequestUser, key: string): Promise<void> {
    const name = `${key}\n${requestUser.text}`;
    if (asking.has(name)) return;
    asking.add(name);
    const answer = await batcher.ask(requestUser, key);
    asking.delete(name);
    if ('result' in answer) keep(requestUser, key, answer);
  }

  return {
    read(requestUser, key) {
      const kept = users.get(requestUser.text)?.get(key);
      const ageMs = kept === undefined ? Infinity : runtime.now() - kept.at;
      if (ageMs >= refreshAfterMs) void ask(requestUser, key);
      return kept !== undefined && ageMs < maxAgeMs ? kept.answer : notLoaded;
    },
  };
}

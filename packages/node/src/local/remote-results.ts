import type { Asker, Batcher } from '../remote/batcher.ts';
import type { Runtime } from '../schedule/runtime.ts';
import type { Answer } from '../values/details.ts';

/** What the service said last of variables that are not evaluated here. */
export interface RemoteResults {
  /** At once; asks for it in the background where it is missing or not fresh. */
  read(asker: Asker, key: string): Answer;
}

interface Kept {
  readonly answer: Answer;
  readonly at: number;
}

export const keptForMs = 60_000;
/** From this age on it is asked for anew while it is still served. */
const freshForMs = 30_000;
export const mostUsersKept = 10_000;
const mostKeysOfUser = 1_000;
const notLoaded: Answer = { error: 'not_loaded' };

export function createRemoteResults(
  batcher: Batcher,
  runtime: Pick<Runtime, 'now'>,
  most = mostUsersKept,
): RemoteResults {
  /** By the text of the user; who was read the longest ago comes first. */
  const users = new Map<string, Map<string, Kept>>();
  const asking = new Set<string>();

  function keep({ text }: Asker, key: string, answer: Answer): void {
    const results = users.get(text) ?? new Map<string, Kept>();
    users.delete(text);
    users.set(text, results);
    results.delete(key);
    results.set(key, { answer, at: runtime.now() });
    if (results.size > mostKeysOfUser) results.delete(results.keys().next().value!);
    if (users.size > most) users.delete(users.keys().next().value!);
  }

  async function ask(asker: Asker, key: string): Promise<void> {
    const name = `${key}\n${asker.text}`;
    if (asking.has(name)) return;
    asking.add(name);
    const answer = await batcher.ask(asker, key);
    asking.delete(name);
    if ('result' in answer) keep(asker, key, answer);
  }

  return {
    read(asker, key) {
      const kept = users.get(asker.text)?.get(key);
      const ageMs = kept === undefined ? Infinity : runtime.now() - kept.at;
      if (ageMs >= freshForMs) void ask(asker, key);
      return kept !== undefined && ageMs < keptForMs ? kept.answer : notLoaded;
    },
  };
}

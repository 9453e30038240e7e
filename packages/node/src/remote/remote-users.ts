import type { Reporter } from '../requests/reporter.ts';
import { readUser } from '../user/read-user.ts';
import type { User } from '../user/user.ts';
import { detailsOf, type Answer, type Details, type Result } from '../values/details.ts';
import { keyOf, listOf } from '../values/key-of.ts';
import type { JsonValue } from '../values/variables.ts';
import { askerOf, type Batcher } from './batcher.ts';
import type { EvaluationsReader } from './read-evaluations.ts';
import type { RemoteEvents } from './remote-events.ts';
import type { UserClient } from './public-client.ts';

/** Reads of users. */
export interface RemoteUsers {
  /** `remembers`: a variable keeps its result. */
  forUser(user: User | null, remembers: boolean): UserClient;
  /** From now on everything is fallbacks, and nothing is tracked. */
  close(): void;
}

interface Dependencies {
  readonly batcher: Batcher;
  readonly events: RemoteEvents;
  readonly readEvaluations: EvaluationsReader;
  readonly reporter: Reporter;
}

const notLoaded: Answer = { error: 'not_loaded' };

export function createRemoteUsers({ batcher, events, readEvaluations, reporter }: Dependencies): RemoteUsers {
  let isClosed = false;

  function onMismatch({ key }: Result): void {
    reporter.reportOnce('type_mismatch', key, `The value of "${key}" is of another type than the fallback.`);
  }

  function forUser(given: User | null, remembers: boolean): UserClient {
    const user = readUser(given, reporter);
    const asker = user && askerOf(user);
    /** By key in lower case. What was not loaded is asked for again. */
    const results = new Map<string, Promise<Answer>>();

    function ask(key: string): Promise<Answer> {
      if (asker === undefined || isClosed) return Promise.resolve(notLoaded);
      const known = results.get(key);
      if (known !== undefined) return known;
      const answer = batcher.ask(asker, key);
      if (remembers) {
        results.set(key, answer);
        void answer.then((settled) => 'error' in settled && results.delete(key));
      }
      return answer;
    }

    async function details<T>(key: string, fallback: T): Promise<Details<T>> {
      const answer = await ask(keyOf(key));
      const read = detailsOf(answer, fallback, 'network', onMismatch);
      if (asker !== undefined && !read.isFallback && 'result' in answer && !isClosed) {
        events.expose(asker, answer.result);
      }
      return read;
    }

    async function values(keys: readonly string[]): Promise<Readonly<Record<string, JsonValue>>> {
      const read = listOf(keys).map(
        async (key) => [key, (await details(key, null)).value as unknown as JsonValue] as const,
      );
      return Object.fromEntries(await Promise.all(read));
    }

    return {
      details: details as UserClient['details'],
      value: (async (key: string, fallback: unknown) =>
        (await details(key, fallback)).value) as UserClient['value'],
      values: values as UserClient['values'],
      evaluations: (given) => readEvaluations(isClosed ? undefined : asker, given?.keys),
      track(event, given = {}) {
        if (asker !== undefined && !isClosed) events.track(asker, event, given);
      },
    };
  }

  return { forUser, close: () => void (isClosed = true) };
}

import { type JsonValue, normaliseKey, type User } from '@bunting/sdk-core';
import type { Reporter } from '../requests/reporter.ts';
import { readUser } from '../user/read-user.ts';
import { notLoaded, toDetails, type Answer, type Details, type Result } from '../values/to-details.ts';
import { filterTexts } from '../values/keys.ts';
import { toRequestUser, type Batcher } from './batcher.ts';
import type { EvaluationsReader } from './read-evaluations.ts';
import type { RemoteEvents } from './remote-events.ts';
import type { UserClient } from './public-client.ts';

/** Creates clients for users. */
export interface RemoteUsers {
  /** Returns a client for one user. `remembers`: it keeps the result of each variable. */
  forUser(user: User | null, remembers: boolean): UserClient;
  /** Makes all clients return fallbacks and record no events. */
  close(): void;
}

interface Dependencies {
  readonly batcher: Batcher;
  readonly events: RemoteEvents;
  readonly readEvaluations: EvaluationsReader;
  readonly reporter: Reporter;
}

export function createRemoteUsers({ batcher, events, readEvaluations, reporter }: Dependencies): RemoteUsers {
  let isClosed = false;

  function onMismatch({ key }: Result): void {
    reporter.reportOnce('type_mismatch', key, `Wrong fallback type for "${key}"; using the fallback.`);
  }

  function forUser(given: User | null, remembers: boolean): UserClient {
    const user = readUser(given, reporter);
    const requestUser = user && toRequestUser(user);
    /** The results by key, in lower case. A failed one is requested again. */
    const results = new Map<string, Promise<Answer>>();

    function ask(key: string): Promise<Answer> {
      if (requestUser === undefined || isClosed) return Promise.resolve(notLoaded);
      const known = results.get(key);
      if (known !== undefined) return known;
      const answer = batcher.ask(requestUser, key);
      if (remembers) {
        results.set(key, answer);
        void answer.then((settled) => 'error' in settled && results.delete(key));
      }
      return answer;
    }

    async function details<T>(key: string, fallback: T): Promise<Details<T>> {
      const answer = await ask(normaliseKey(key));
      const read = toDetails(answer, fallback, 'network', onMismatch);
      if (requestUser !== undefined && !read.isFallback && 'result' in answer && !isClosed) {
        events.expose(requestUser, answer.result);
      }
      return read;
    }

    async function values(keys: readonly string[]): Promise<Readonly<Record<string, JsonValue>>> {
      const read = filterTexts(keys).map(
        async (key) => [key, (await details(key, null)).value as unknown as JsonValue] as const,
      );
      return Object.fromEntries(await Promise.all(read));
    }

    return {
      details: details as UserClient['details'],
      value: (async (key: string, fallback: unknown) =>
        (await details(key, fallback)).value) as UserClient['value'],
      values: values as UserClient['values'],
      evaluations: (given) => readEvaluations(isClosed ? undefined : requestUser, given?.keys),
      track(event, given = {}) {
        if (requestUser !== undefined && !isClosed) events.track(requestUser, event, given);
      },
    };
  }

  return { forUser, close: () => void (isClosed = true) };
}

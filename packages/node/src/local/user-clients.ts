import { type JsonValue, normaliseKey, type User } from '@bunting/sdk-core';
import { readContext, type Evaluation } from '@bunting/evaluator';
import type { Reporter } from '../requests/reporter.ts';
import { readUser, toWireUser } from '../user/read-user.ts';
import type { WireUser } from '../user/user.ts';
import { matchesFallback, notLoaded, toDetails, type Details, type Result } from '../values/to-details.ts';
import { filterTexts } from '../values/keys.ts';
import type { LocalEvents } from './local-events.ts';
import { toResult, type LocalReader, type Read, type Reader } from './local-reader.ts';
import type { LocalUserClient } from './public-client.ts';

/** Creates clients for users. */
export interface UserClients {
  /** Returns a value, by the shortest path. */
  readonly value: (key: string, fallback: unknown, user: User | null) => unknown;
  /** Returns a client for one user. `remembers`: `track` without `variable` is about its reads. */
  forUser(user: User | null, remembers: boolean): LocalUserClient;
  /** Makes all clients return fallbacks and record no events. */
  close(): void;
}

interface Dependencies {
  readonly reader: LocalReader;
  readonly events: LocalEvents;
  readonly reporter: Reporter;
  /** False = no read is exposed. */
  readonly isExposing: boolean;
}

const nothing: Read = { answer: notLoaded, source: 'local' };

export function createUserClients({ reader, events, reporter, isExposing }: Dependencies): UserClients {
  let isClosed = false;

  function onMismatch({ key }: Result): void {
    reporter.reportOnce('type_mismatch', key, `Wrong fallback type for "${key}"; using the fallback.`);
  }

  function createReader(given: User | null): Reader | undefined {
    const user = readUser(given, reporter);
    return user && reader.createReader(user);
  }

  function details<T>(of: Reader | undefined, key: string, fallback: T): Details<T> {
    const { answer, source } = isClosed || of === undefined ? nothing : reader.read(of, key);
    const read = toDetails(answer, fallback, source, onMismatch);
    if (of !== undefined && !read.isFallback && 'result' in answer) events.expose(of.user, answer.result);
    return read;
  }

  return {
    value(key, fallback, user) {
      if (isClosed) return fallback;
      const name = normaliseKey(key);
      let read: WireUser | undefined;
      let evaluation: Evaluation | undefined;
      try {
        read = toWireUser(user);
        evaluation = reader.evaluate(readContext(read), name);
      } catch {
        // The user cannot be written as JSON: the long path reports it.
      }
      if (read === undefined || evaluation === undefined) {
        return details(createReader(user), name, fallback).value;
      }
      const { value } = evaluation;
      if (value === null) return fallback;
      if (!matchesFallback(value, fallback)) {
        onMismatch(toResult(evaluation));
        return fallback;
      }
      if (isExposing) events.expose(read, toResult(evaluation));
      return value;
    },
    forUser(user, remembers) {
      const of = createReader(user);
      const read = new Set<string>();
      const detailsBy = (key: string, fallback: unknown) => {
        const name = normaliseKey(key);
        if (remembers) read.add(name);
        return details(of, name, fallback);
      };
      const valuesBy = (keys: readonly string[]) =>
        Object.fromEntries(filterTexts(keys).map((key) => [key, detailsBy(key, null).value as JsonValue]));
      return {
        details: detailsBy as LocalUserClient['details'],
        value: ((key: string, fallback: unknown) =>
          detailsBy(key, fallback).value) as LocalUserClient['value'],
        values: valuesBy as LocalUserClient['values'],
        evaluations: (given) =>
          of === undefined ? { version: 0, results: {} } : reader.evaluations(of, given?.keys),
        track(event, given = {}) {
          if (!isClosed && of !== undefined) events.track(of, event, given, read);
        },
      };
    },
    close: () => void (isClosed = true),
  };
}

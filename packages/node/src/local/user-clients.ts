import { readContext, type Evaluation } from '@bunting/evaluator';
import type { Reporter } from '../requests/reporter.ts';
import { readUser, toWireUser } from '../user/read-user.ts';
import type { User, WireUser } from '../user/user.ts';
import { detailsOf, isOfTypeOf, type Details, type Result } from '../values/details.ts';
import { keyOf, listOf } from '../values/key-of.ts';
import type { JsonValue } from '../values/variables.ts';
import type { LocalEvents } from './local-events.ts';
import { resultOf, type LocalReader, type Read, type Reader } from './local-reader.ts';
import type { LocalUserClient } from './public-client.ts';

/** Reads of users. */
export interface UserClients {
  /** The shortest way to a value. */
  readonly value: (key: string, fallback: unknown, user: User | null) => unknown;
  /** `remembers`: what was read is what `track` without `variable` is about. */
  forUser(user: User | null, remembers: boolean): LocalUserClient;
  /** From now on everything is fallbacks, and nothing is tracked. */
  close(): void;
}

interface Dependencies {
  readonly reader: LocalReader;
  readonly events: LocalEvents;
  readonly reporter: Reporter;
  /** Whether any read is exposed. */
  readonly isExposing: boolean;
}

const nothing: Read = { answer: { error: 'not_loaded' }, source: 'local' };

export function createUserClients({ reader, events, reporter, isExposing }: Dependencies): UserClients {
  let isClosed = false;

  function onMismatch({ key }: Result): void {
    reporter.reportOnce('type_mismatch', key, `The value of "${key}" is of another type than the fallback.`);
  }

  function readerOf(given: User | null): Reader | undefined {
    const user = readUser(given, reporter);
    return user && reader.readerOf(user);
  }

  function details<T>(of: Reader | undefined, key: string, fallback: T): Details<T> {
    const { answer, source } = isClosed || of === undefined ? nothing : reader.read(of, key);
    const read = detailsOf(answer, fallback, source, onMismatch);
    if (of !== undefined && !read.isFallback && 'result' in answer) events.expose(of.user, answer.result);
    return read;
  }

  return {
    value(key, fallback, user) {
      if (isClosed) return fallback;
      const name = keyOf(key);
      let read: WireUser | undefined;
      let evaluation: Evaluation | undefined;
      try {
        read = toWireUser(user);
        evaluation = reader.evaluate(readContext(read), name);
      } catch {
        // JSON cannot write the user: the long way reports it.
      }
      if (read === undefined || evaluation === undefined) {
        return details(readerOf(user), name, fallback).value;
      }
      const { value } = evaluation;
      if (value === null) return fallback;
      if (!isOfTypeOf(value, fallback)) {
        onMismatch(resultOf(evaluation));
        return fallback;
      }
      if (isExposing) events.expose(read, resultOf(evaluation));
      return value;
    },
    forUser(user, remembers) {
      const of = readerOf(user);
      const read = new Set<string>();
      const detailsBy = (key: string, fallback: unknown) => {
        const name = keyOf(key);
        if (remembers) read.add(name);
        return details(of, name, fallback);
      };
      const valuesBy = (keys: readonly string[]) =>
        Object.fromEntries(listOf(keys).map((key) => [key, detailsBy(key, null).value as JsonValue]));
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

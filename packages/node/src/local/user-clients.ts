import type { Reporter } from '../requests/reporter.ts';
import type { User } from '../user/user.ts';
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

const closed: Read = { answer: { error: 'not_loaded' }, source: 'local' };

export function createUserClients({ reader, events, reporter, isExposing }: Dependencies): UserClients {
  let isClosed = false;

  function onMismatch({ key }: Result): void {
    reporter.reportOnce('type_mismatch', key, `The value of "${key}" is of another type than the fallback.`);
  }

  function details<T>(of: Reader, key: string, fallback: T): Details<T> {
    const { answer, source } = isClosed ? closed : reader.read(of, key);
    const read = detailsOf(answer, fallback, source, onMismatch);
    if (!read.isFallback && 'result' in answer) events.expose(of.user, answer.result);
    return read;
  }

  return {
    value(key, fallback, user) {
      if (isClosed) return fallback;
      const name = keyOf(key);
      const evaluation = reader.evaluate(reader.contextOf(user), name);
      if (evaluation === undefined) return details(reader.readerOf(user), name, fallback).value;
      const { value } = evaluation;
      if (value === null) return fallback;
      if (!isOfTypeOf(value, fallback)) {
        onMismatch(resultOf(evaluation));
        return fallback;
      }
      if (isExposing) events.expose(user, resultOf(evaluation));
      return value;
    },
    forUser(user, remembers) {
      const of = reader.readerOf(user);
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
        evaluations: (given) => reader.evaluations(of, given?.keys),
        track(event, given = {}) {
          if (!isClosed) events.track(of, event, given, read);
        },
      };
    },
    close: () => void (isClosed = true),
  };
}

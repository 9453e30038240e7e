import { mostVariables, namedVariables, readEvent, type EventParts } from '../events/make-event.ts';
import type { Tracker } from '../events/tracker.ts';
import type { Batcher } from '../remote/batcher.ts';
import type { ServedVariations } from '../remote/served-variations.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { identityOf, userTextOf, type User } from '../user/user.ts';
import { detailsOf, isOfTypeOf, type Details, type Result } from '../values/details.ts';
import type { JsonValue } from '../values/variables.ts';
import { resultOf, type LocalReader, type Reader } from './local-reader.ts';
import type { LocalUserClient } from './public-client.ts';

/** Reads and events of users. */
export interface UserClients {
  /** The shortest way to a value. */
  value(key: string, fallback: unknown, user: User | null): unknown;
  /** `remembers`: what was read is what `track` without `variable` is about. */
  forUser(user: User | null, remembers: boolean): LocalUserClient;
  /** Resolves when no event waits for its variation. */
  settled(): Promise<unknown>;
  /** From now on everything is fallbacks, and nothing is tracked. */
  close(): void;
}

interface Dependencies {
  readonly reader: LocalReader;
  readonly tracker: Tracker;
  readonly served: ServedVariations;
  readonly batcher: Batcher;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
  readonly exposures: 'split' | 'all' | 'off';
}

export function createUserClients(dependencies: Dependencies): UserClients {
  const { reader, tracker, served, batcher, runtime, reporter, exposures } = dependencies;
  const asking = new Set<Promise<void>>();
  let isClosed = false;

  const nameOf = (user: User | null) => identityOf(user) ?? userTextOf(user) ?? '';

  function takeTrace(user: User | null, key: string): string | undefined {
    const found = served.find(nameOf(user), key);
    const trace = found?.trace;
    if (found !== undefined) found.trace = undefined;
    return trace;
  }

  function expose(user: User | null, result: Result): void {
    if (exposures === 'off' || result.variation === null) return;
    const { key, variation } = result;
    const name = nameOf(user);
    if (served.find(name, key)?.variation !== variation) served.add(name, key, variation, undefined);
    tracker.expose(user, name, result, () => takeTrace(user, key));
  }

  function onMismatch({ key }: Result): void {
    reporter.reportOnce('type_mismatch', key, `The value of "${key}" is of another type than the fallback.`);
  }

  function details<T>(of: Reader, key: string, fallback: T): Details<T> {
    const { answer, source } = isClosed
      ? ({ answer: { error: 'not_loaded' }, source: 'fallback' } as const)
      : reader.read(of, key);
    const read = detailsOf(answer, fallback, source, onMismatch);
    if (!read.isFallback && 'result' in answer) expose(of.user, answer.result);
    return read;
  }

  /** Undefined = nothing is served, and nothing is tracked. */
  async function variationOf(of: Reader, key: string): Promise<string | null | undefined> {
    if (!reader.isRemote(key)) {
      const { answer } = reader.read(of, key);
      return 'result' in answer ? answer.result.variation : undefined;
    }
    const asker = of.asker();
    if (asker === undefined) return undefined;
    const found = served.find(asker.name, key);
    if (found !== undefined) return found.variation;
    const answer = await batcher.ask(asker, key);
    return 'result' in answer ? answer.result.variation : undefined;
  }

  async function trackOne(parts: EventParts, of: Reader, variable: string): Promise<void> {
    const variation = await variationOf(of, variable);
    if (variation === null) return;
    if (variation === undefined) {
      const message = `An event about "${variable}" was dropped: its variation is not known.`;
      return reporter.report('events', 'variation', message);
    }
    const trace = reader.isRemote(variable) ? takeTrace(of.user, variable) : undefined;
    tracker.track(parts, of.user, { variable, variation, trace });
  }

  function track(
    of: Reader,
    event: string,
    given: Parameters<LocalUserClient['track']>[1],
    read: Set<string>,
  ) {
    const parts = isClosed ? undefined : readEvent(event, given ?? {}, { runtime, reporter });
    if (parts === undefined) return;
    const variables =
      namedVariables(given ?? {}) ??
      [...new Set([...[...read].toReversed(), ...served.variablesOf(nameOf(of.user))])].slice(
        0,
        mostVariables,
      );
    if (variables.length === 0) {
      const message = `The event "${event}" names no variable, and none is known to have been read for its user.`;
      reporter.report('events', 'variable', message);
    }
    for (const variable of variables) {
      const work = trackOne(parts, of, variable).finally(() => asking.delete(work));
      asking.add(work);
    }
  }

  return {
    value(key, fallback, user) {
      if (isClosed) return fallback;
      const name = String(key).toLowerCase();
      const evaluation = reader.evaluate(reader.contextOf(user), name);
      if (evaluation === undefined) return details(reader.readerOf(user), name, fallback).value;
      const { value } = evaluation;
      if (value === null) return fallback;
      if (!isOfTypeOf(value, fallback)) {
        onMismatch(resultOf(evaluation));
        return fallback;
      }
      if (exposures !== 'off') expose(user, resultOf(evaluation));
      return value;
    },
    forUser(user, remembers) {
      const of = reader.readerOf(user);
      const read = new Set<string>();
      const detailsBy = (key: string, fallback: unknown) => {
        const name = String(key).toLowerCase();
        if (remembers) read.add(name);
        return details(of, name, fallback);
      };
      const valuesBy = (keys: readonly string[]) =>
        Object.fromEntries(keys.map((key) => [key, detailsBy(key, null).value as JsonValue]));
      return {
        details: detailsBy as LocalUserClient['details'],
        value: ((key: string, fallback: unknown) =>
          detailsBy(key, fallback).value) as LocalUserClient['value'],
        values: valuesBy as LocalUserClient['values'],
        evaluations: (given) => reader.evaluations(of, given?.keys),
        track: (event, given) => track(of, event, given, read),
      };
    },
    settled: () => Promise.all(asking),
    close: () => void (isClosed = true),
  };
}

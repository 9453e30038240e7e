import {
  maxEventVariables,
  readVariableNames,
  readEvent,
  type EventParts,
  type TrackOptions,
} from '../events/make-event.ts';
import type { Tracker } from '../events/tracker.ts';
import type { Batcher } from '../remote/batcher.ts';
import type { ServedVariations } from '../remote/served-variations.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { getIdentity, stringifyUser, type WireUser } from '../user/user.ts';
import type { Result } from '../values/to-details.ts';
import type { LocalReader, Reader } from './local-reader.ts';

/** Events about evaluations of this process, or of the service for this process. */
export interface LocalEvents {
  /** Records the exposure of a read, if the options ask for it. */
  expose(user: WireUser, result: Result): void;
  /** @param read the variables that are known to have been read for the user, in their order */
  track(of: Reader, event: string, options: TrackOptions, read: ReadonlySet<string>): void;
  /** Resolves when no event waits for its variation. */
  settled(): Promise<unknown>;
}

export interface LocalEventsDependencies {
  readonly reader: LocalReader;
  readonly tracker: Tracker;
  readonly served: ServedVariations;
  readonly batcher: Batcher;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
  readonly exposures: 'split' | 'all' | 'off';
}

export function createLocalEvents(dependencies: LocalEventsDependencies): LocalEvents {
  const { reader, tracker, served, batcher, runtime, reporter, exposures } = dependencies;
  const asking = new Set<Promise<void>>();

  function takeTrace(user: WireUser, key: string): string | undefined {
    const found = served.find(getUserName(user), key);
    const trace = found?.trace;
    if (found !== undefined) found.trace = undefined;
    return trace;
  }

  /** Returns the variation of a variable. Null = nothing is served, and no event is recorded; undefined = unknown. */
  async function findVariation(of: Reader, key: string): Promise<string | null | undefined> {
    if (!reader.isRemote(key)) {
      const { answer } = reader.read(of, key);
      return 'result' in answer ? answer.result.variation : undefined;
    }
    const requestUser = of.requestUser();
    const found = served.find(requestUser.name, key);
    if (found !== undefined) return found.variation;
    const answer = await batcher.ask(requestUser, key);
    return 'result' in answer ? answer.result.variation : undefined;
  }

  async function trackOne(parts: EventParts, of: Reader, variable: string): Promise<void> {
    const variation = await findVariation(of, variable);
    if (variation === null) return;
    if (variation === undefined) {
      const message = `Event dropped: the variation of "${variable}" is unknown.`;
      return reporter.report('events', 'variation', message);
    }
    const trace = reader.isRemote(variable) ? takeTrace(of.user, variable) : undefined;
    tracker.track(parts, of.user, { variable, variation, trace });
  }

  return {
    expose(user, result) {
      if (exposures === 'off' || result.variation === null) return;
      const { key, variation } = result;
      const name = getUserName(user);
      if (served.find(name, key)?.variation !== variation) served.add(name, key, variation, undefined);
      tracker.expose(user, name, result, () => takeTrace(user, key));
    },
    track(of, event, options, read) {
      const parts = readEvent(event, options, { runtime, reporter });
      if (parts === undefined) return;
      const known = () => [
        ...new Set([...[...read].toReversed(), ...served.getVariables(getUserName(of.user))]),
      ];
      const variables = readVariableNames(options) ?? known().slice(0, maxEventVariables);
      if (variables.length === 0) {
        const message = `Event "${event}" dropped: it names no variable, and no variable was read for its user.`;
        reporter.report('events', 'variable', message);
      }
      for (const variable of variables) {
        const work = trackOne(parts, of, variable).finally(() => asking.delete(work));
        asking.add(work);
      }
    },
    settled: () => Promise.all(asking),
  };
}

function getUserName(user: WireUser): string {
  return getIdentity(user) ?? stringifyUser(user);
}

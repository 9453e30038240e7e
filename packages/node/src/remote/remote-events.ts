import {
  maxEventVariables,
  readVariableNames,
  readEvent,
  type EventParts,
  type TrackOptions,
} from '../events/make-event.ts';
import type { Tracker } from '../events/tracker.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Runtime } from '../schedule/runtime.ts';
import type { Result } from '../values/to-details.ts';
import type { RequestUser, Batcher } from './batcher.ts';
import type { ServedVariations } from './served-variations.ts';

/** Events about evaluations of the service. */
export interface RemoteEvents {
  /** Records the exposure of a read, if the options ask for it. */
  expose(requestUser: RequestUser, result: Result): void;
  track(requestUser: RequestUser, event: string, options: TrackOptions): void;
  /** Resolves when no event waits for its variation. */
  settled(): Promise<unknown>;
}

interface Dependencies {
  readonly tracker: Tracker;
  readonly served: ServedVariations;
  readonly batcher: Batcher;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
}

export function createRemoteEvents({
  tracker,
  served,
  batcher,
  runtime,
  reporter,
}: Dependencies): RemoteEvents {
  /** Events whose variation is being requested. */
  const asking = new Set<Promise<void>>();

  function takeTrace(name: string, variable: string): string | undefined {
    const found = served.find(name, variable);
    const trace = found?.trace;
    if (found !== undefined) found.trace = undefined;
    return trace;
  }

  async function trackOne(parts: EventParts, requestUser: RequestUser, variable: string): Promise<void> {
    if (served.find(requestUser.name, variable) === undefined) {
      const answer = await batcher.ask(requestUser, variable);
      if ('error' in answer) {
        const message = `Event dropped: couldn't load the variation of "${variable}".`;
        return reporter.report('events', 'variation', message);
      }
    }
    const found = served.find(requestUser.name, variable);
    if (found === undefined) return;
    const trace = takeTrace(requestUser.name, variable);
    tracker.track(parts, requestUser.user, { variable, variation: found.variation, trace });
  }

  return {
    expose({ user, name }, result) {
      tracker.expose(user, name, result, () => takeTrace(name, result.key));
    },
    track(requestUser, event, options) {
      const parts = readEvent(event, options, { runtime, reporter });
      if (parts === undefined) return;
      const variables =
        readVariableNames(options) ?? served.getVariables(requestUser.name).slice(0, maxEventVariables);
      for (const variable of variables) {
        const work = trackOne(parts, requestUser, variable).finally(() => asking.delete(work));
        asking.add(work);
      }
    },
    settled: () => Promise.all(asking),
  };
}

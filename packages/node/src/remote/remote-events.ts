import {
  mostVariables,
  namedVariables,
  readEvent,
  type EventParts,
  type TrackOptions,
} from '../events/make-event.ts';
import type { Tracker } from '../events/tracker.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Runtime } from '../schedule/runtime.ts';
import type { Result } from '../values/details.ts';
import type { Asker, Batcher } from './batcher.ts';
import type { ServedVariations } from './served-variations.ts';

/** Events about what the service evaluated. */
export interface RemoteEvents {
  /** The exposure of a read, if the options want it. */
  expose(asker: Asker, result: Result): void;
  track(asker: Asker, event: string, options: TrackOptions): void;
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
  /** Events whose variation is being asked for. */
  const asking = new Set<Promise<void>>();

  function takeTrace(name: string, variable: string): string | undefined {
    const found = served.find(name, variable);
    const trace = found?.trace;
    if (found !== undefined) found.trace = undefined;
    return trace;
  }

  async function trackOne(parts: EventParts, asker: Asker, variable: string): Promise<void> {
    if (served.find(asker.name, variable) === undefined) {
      const answer = await batcher.ask(asker, variable);
      if ('error' in answer) {
        const message = `An event about "${variable}" was dropped: the service could not say the variation.`;
        return reporter.report('events', 'variation', message);
      }
    }
    const found = served.find(asker.name, variable);
    if (found === undefined) return;
    const trace = takeTrace(asker.name, variable);
    tracker.track(parts, asker.user, { variable, variation: found.variation, trace });
  }

  return {
    expose({ user, name }, result) {
      tracker.expose(user, name, result, () => takeTrace(name, result.key));
    },
    track(asker, event, options) {
      const parts = readEvent(event, options, { runtime, reporter });
      if (parts === undefined) return;
      const variables = namedVariables(options) ?? served.variablesOf(asker.name).slice(0, mostVariables);
      for (const variable of variables) {
        const work = trackOne(parts, asker, variable).finally(() => asking.delete(work));
        asking.add(work);
      }
    },
    settled: () => Promise.all(asking),
  };
}

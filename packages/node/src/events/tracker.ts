import type { Runtime } from '../schedule/runtime.ts';
import { toEventUser, type WireUser } from '../user/user.ts';
import type { Result } from '../values/to-details.ts';
import type { EventQueue } from './event-queue.ts';
import { createExposureLog } from './exposures.ts';
import type { EventParts } from './make-event.ts';

/** The variation of a variable that a user was served. */
export interface TrackedVariation {
  readonly variable: string;
  readonly variation: string;
  readonly trace?: string | undefined;
}

/** Creates events and queues them. */
export interface Tracker {
  track(parts: EventParts, user: WireUser, served: TrackedVariation): void;
  /** Records the event `exposure`, if the options ask for it and it is new. `name` is a text that identifies the user. */
  expose(user: WireUser, name: string, result: Result, takeTrace: () => string | undefined): void;
}

interface Dependencies {
  readonly queue: EventQueue;
  readonly runtime: Runtime;
  readonly exposures: 'split' | 'all' | 'off';
}

export function createTracker({ queue, runtime, exposures }: Dependencies): Tracker {
  const log = createExposureLog(runtime);

  function track(parts: EventParts, user: WireUser, { variable, variation, trace }: TrackedVariation): void {
    const identified = toEventUser(user);
    queue.add({
      ...parts,
      variable,
      variation,
      ...(identified && { user: identified }),
      event_id: globalThis.crypto.randomUUID(),
      ...(trace !== undefined && { evaluation_trace: trace }),
    });
  }

  return {
    track,
    expose(user, name, { key, variation, split }, takeTrace) {
      if (exposures === 'off' || variation === null || (exposures === 'split' && split !== true)) return;
      if (!log.isNew(name, key, variation)) return;
      const parts = { event: 'exposure', occurred_at: new Date(runtime.date()).toISOString() };
      track(parts, user, { variable: key, variation, trace: takeTrace() });
    },
  };
}

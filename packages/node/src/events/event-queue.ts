import type { WireEvent } from '@bunting/sdk-core';
import type { RequestGate } from '../schedule/request-gate.ts';
import type { Runtime } from '../schedule/runtime.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import { createEventSender } from './send-events.ts';

/** The events that wait to be sent. */
export interface EventQueue {
  add(event: WireEvent): void;
  /** Sends the queued events at once. Resolves with true if none is left. */
  flush(): Promise<boolean>;
  /** Stops sending events automatically. */
  stop(): void;
  size(): number;
}

interface Dependencies {
  readonly requester: Requester;
  readonly gate: RequestGate;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
}

const sentAfterMs = 2_000;
const sentFrom = 50;
export const maxEventsPerRequest = 100;
export const maxQueuedEvents = 10_000;

export function createEventQueue({ requester, gate, runtime, reporter }: Dependencies): EventQueue {
  const send = createEventSender({ requester, gate, reporter });
  let waiting: WireEvent[] = [];
  /** The number of events in the request under way. They are not in `waiting`. */
  let sending = 0;
  let running: Promise<void> | undefined;
  let stopTimer: (() => void) | undefined;
  let isStopped = false;
  let dropped = 0;

  /** Drops the oldest events beyond the maximum. */
  function dropExcess(): void {
    const excess = waiting.length + sending - maxQueuedEvents;
    if (excess <= 0) return;
    dropped += waiting.splice(0, excess).length;
    reporter.report('events', 'full', `The event queue is full; ${dropped} events dropped so far.`);
  }

  async function sendAll(isForced: boolean): Promise<void> {
    while (waiting.length > 0 && gate.tryAcquire(isForced)) {
      const events = waiting.splice(0, maxEventsPerRequest);
      sending = events.length;
      const left = await send(events);
      sending = 0;
      if (left.length === 0) continue;
      waiting.unshift(...left);
      dropExcess();
      return;
    }
  }

  function run(isForced = false): Promise<void> {
    running ??= sendAll(isForced).finally(() => {
      running = undefined;
      schedule();
    });
    return running;
  }

  function schedule(): void {
    if (isStopped || running !== undefined || waiting.length === 0) return;
    const waitMs = gate.waitMs();
    if (waiting.length >= sentFrom && waitMs <= 0) return void run();
    stopTimer ??= runtime.setTimeout(
      () => {
        stopTimer = undefined;
        if (!isStopped) void run();
      },
      Math.max(sentAfterMs, waitMs),
    );
  }

  return {
    add(event) {
      waiting.push(event);
      dropExcess();
      schedule();
    },
    async flush() {
      await running;
      if (waiting.length > 0) await run(true);
      return waiting.length === 0;
    },
    stop() {
      isStopped = true;
      stopTimer?.();
    },
    size: () => waiting.length + sending,
  };
}

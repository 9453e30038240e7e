import type { WireEvent } from '@bunting/sdk-core';
import { reportOutcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { RequestGate } from '../schedule/request-gate.ts';

interface Dependencies {
  readonly requester: Requester;
  readonly gate: RequestGate;
  readonly reporter: Reporter;
}

const timeoutMs = 5_000;

/**
 * Creates the function that sends events. It resolves with those that are still to be sent. The service rejects a request as a whole: it is halved
 * until the rejected event is alone, and only that one is dropped.
 */
export function createEventSender({ requester, gate, reporter }: Dependencies) {
  return async function send(events: readonly WireEvent[]): Promise<readonly WireEvent[]> {
    const outcome = await requester.send({ path: '/v1/events', body: JSON.stringify({ events }), timeoutMs });
    gate.onOutcome(outcome);
    if (outcome.kind === 'ok') return [];
    if (outcome.kind !== 'rejected' && outcome.kind !== 'user_refused') {
      reportOutcome(outcome, "Couldn't send events", reporter);
      return events;
    }
    if (events.length === 1) {
      const why = outcome.kind === 'rejected' ? outcome.error : "Your plan's monthly users are used up.";
      reporter.report('events', 'refused', `Bunting rejected the event "${events[0]!.event}". ${why}`);
      return [];
    }
    const middle = events.length >> 1;
    const left = await send(events.slice(0, middle));
    const rest = events.slice(middle);
    return left.length > 0 ? [...left, ...rest] : send(rest);
  };
}

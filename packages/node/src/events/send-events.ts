import { reportOutcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { Lane } from '../schedule/lane.ts';
import type { Identified } from '../user/user.ts';

/** An event as it is sent (contract §2.4). Its id makes every retry safe: the service stores it once. */
export interface WireEvent {
  readonly event: string;
  readonly variable: string;
  readonly variation: string;
  readonly user?: Identified;
  readonly value?: number;
  readonly occurred_at: string;
  readonly event_id: string;
  readonly evaluation_trace?: string;
}

interface Dependencies {
  readonly requester: Requester;
  readonly lane: Lane;
  readonly reporter: Reporter;
}

const timeoutMs = 5_000;

/**
 * Makes the function that sends events. It resolves with those that are still to be sent. The service refuses a request as a whole: it is
 * halved until the event that it refuses stands alone, and only that one is dropped.
 */
export function createEventSender({ requester, lane, reporter }: Dependencies) {
  return async function send(events: readonly WireEvent[]): Promise<readonly WireEvent[]> {
    const outcome = await requester.send({ path: '/v1/events', body: JSON.stringify({ events }), timeoutMs });
    lane.onOutcome(outcome);
    if (outcome.kind === 'ok') return [];
    if (outcome.kind !== 'rejected' && outcome.kind !== 'user_refused') {
      reportOutcome(outcome, 'Events', reporter);
      return events;
    }
    if (events.length === 1) {
      const why = outcome.kind === 'rejected' ? outcome.error : 'The users of this month are used up.';
      reporter.report('events', 'refused', `The service refuses the event "${events[0]!.event}". ${why}`);
      return [];
    }
    const middle = events.length >> 1;
    const left = await send(events.slice(0, middle));
    const rest = events.slice(middle);
    return left.length > 0 ? [...left, ...rest] : send(rest);
  };
}

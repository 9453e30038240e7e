import type { Evaluation, WireEvent } from '@bunting/sdk-core';
import type { TrackOptions } from '../public/client.ts';
import { maxEventVariables } from '../bounds.ts';
import type { RequestContext } from '../request-context.ts';
import type { Events } from './events.ts';
import { randomId } from '../random-id.ts';

/** Records events of the current user. */
export interface Tracker {
  /** Records the first read of a variation, as the event `exposure` where the options ask for it. */
  readonly recordExposure: (result: Evaluation) => void;
  readonly recordEvent: (event: string, options: TrackOptions) => void;
}

export function createTracker({ platform, options, state }: RequestContext, events: Events): Tracker {
  const { exposures: mode, offline } = options;
  function send(
    event: string,
    { key: variable, variation }: Evaluation,
    { value, occurredAt }: TrackOptions,
  ): void {
    const { status, currentUser } = state;
    if (variation === null || offline || status === 'closed') return;
    const made = JSON.stringify({
      event,
      variable,
      variation,
      user: currentUser.eventUser,
      user_signature: currentUser.wireSignature,
      value,
      // An invalid date has no JSON.
      occurred_at: occurredAt?.toJSON() ?? new Date().toJSON(),
      event_id: randomId(platform),
    });
    // An event that cannot be written as JSON throws here, and not in a later request.
    events.enqueue(JSON.parse(made) as WireEvent, currentUser);
  }
  return {
    recordExposure(result) {
      const { key, variation, split } = result;
      if (variation === null || (mode !== 'all' && !split)) return;
      const pair = `${key} ${variation}`;
      const { exposed } = state.currentUser;
      if (exposed.has(pair)) return;
      exposed.set(pair, key);
      if (mode !== 'off') send('exposure', result, {});
    },
    recordEvent(event, options) {
      const { variable = [...new Set(state.currentUser.exposed.values())].slice(0, maxEventVariables) } =
        options;
      for (const key of [variable as string | string[]].flat()) {
        const result = state.variables.findResult(key);
        if (result) send(event, result, options);
      }
    },
  };
}

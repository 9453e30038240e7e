import type { TrackOptions } from '../public/client.ts';
import type { Evaluation } from '../public/evaluations.ts';
import { mostVariables } from '../bounds.ts';
import type { Context } from '../context.ts';
import type { Events } from './events.ts';
import { randomId } from '../random-id.ts';
import type { WireEvent } from './wire-event.ts';

/** Makes events of what the present user sees and does. */
export interface Tracker {
  /** A variable was read. */
  readonly expose: (result: Evaluation) => void;
  readonly track: (event: string, options: TrackOptions) => void;
}

export function createTracker({ scope, options, session }: Context, events: Events): Tracker {
  const { exposures: mode, offline } = options;
  function send(
    event: string,
    { key: variable, variation }: Evaluation,
    { value, occurredAt }: TrackOptions,
  ): void {
    const { status, who } = session;
    if (variation === null || offline || status === 'closed') return;
    const made = JSON.stringify({
      event,
      variable,
      variation,
      user: who.eventUser,
      user_signature: who.signature,
      value,
      // An invalid date has no JSON.
      occurred_at: occurredAt?.toJSON() ?? new Date().toJSON(),
      event_id: randomId(scope),
    });
    // What is no JSON throws here, and does not spoil requests later.
    events.add(JSON.parse(made) as WireEvent, who);
  }
  return {
    expose(result) {
      const { key, variation, split } = result;
      if (variation === null || (mode !== 'all' && !split)) return;
      const pair = `${key} ${variation}`;
      const { exposed } = session.who;
      if (exposed.has(pair)) return;
      exposed.set(pair, key);
      if (mode !== 'off') send('exposure', result, {});
    },
    track(event, options) {
      const { variable = [...new Set(session.who.exposed.values())].slice(0, mostVariables) } = options;
      for (const key of [variable as string | string[]].flat()) {
        const result = session.variables.findResult(key);
        if (result) send(event, result, options);
      }
    },
  };
}

import { mostTraces, verifyMs } from '../bounds.ts';
import type { Context } from '../context.ts';
import type { Who } from '../evaluations/who.ts';
import type { WireEvent } from './wire-event.ts';

/**
 * Gives events of one user traces, by one request for what the user gets now: those whose variation it still is. Without an identity there
 * are no traces, and without an answer within a second events go without.
 */
export async function verify(
  { addressOf, post, limiter, options }: Context,
  { user, signature, identity }: Who,
  events: readonly WireEvent[],
): Promise<void> {
  if (options.verifyEvents === false || !identity || limiter.waitMs(0) > 0) return;
  const variables = events.map(({ variable }) => variable);
  const keys = [...new Set(variables)];
  const counts = keys.map((key) => variables.filter((each) => each === key).length);
  const traces = Math.min(mostTraces, Math.max(...counts));
  const body = { user, user_signature: signature, keys, traces };
  const { json } = await post(addressOf('/v1/evaluations'), body, undefined, false, verifyMs);
  const results = json.results as Readonly<Record<string, Traced>> | undefined;
  for (const event of events) {
    const result = results?.[event.variable];
    if (result?.variation === event.variation) event.evaluation_trace = result.evaluation_traces?.shift();
  }
}

interface Traced {
  readonly variation: string | null;
  readonly evaluation_traces?: string[];
}

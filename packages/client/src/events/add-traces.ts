import type { WireEvent } from '@bunting/sdk-core';
import { maxTraces, verifyMs } from '../bounds.ts';
import type { RequestContext } from '../request-context.ts';
import type { CurrentUser } from '../evaluations/current-user.ts';

/**
 * Adds traces to events of one user, by one request for the user's current variations. Events get none if their variation is another by now, if the
 * user is anonymous, or if there is no answer within a second.
 */
export async function addTraces(
  { getUrl, post, gate, options }: RequestContext,
  { wireUser, wireSignature, identity }: CurrentUser,
  events: readonly WireEvent[],
): Promise<void> {
  if (options.verifyEvents === false || !identity || gate.waitMs(0) > 0) return;
  const variables = events.map(({ variable }) => variable);
  const keys = [...new Set(variables)];
  const counts = keys.map((key) => variables.filter((each) => each === key).length);
  const traces = Math.min(maxTraces, Math.max(...counts));
  const body = { user: wireUser, user_signature: wireSignature, keys, traces };
  const { payload } = await post(getUrl('/v1/evaluations'), body, undefined, false, verifyMs);
  const results = payload.results as Readonly<Record<string, Traced>> | undefined;
  for (const event of events) {
    const result = results?.[event.variable];
    if (result?.variation === event.variation) event.evaluation_trace = result.evaluation_traces?.shift();
  }
}

interface Traced {
  readonly variation: string | null;
  readonly evaluation_traces?: string[];
}

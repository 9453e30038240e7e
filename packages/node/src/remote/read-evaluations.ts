import type { Evaluations } from '@bunting/sdk-core';
import { reportOutcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { RequestGate } from '../schedule/request-gate.ts';
import { hashUser } from '../values/hash-user.ts';
import type { RequestUser } from './batcher.ts';
import { normaliseKeys } from '../values/keys.ts';

interface Dependencies {
  readonly requester: Requester;
  readonly gate: RequestGate;
  readonly reporter: Reporter;
  readonly timeoutMs: number;
}

/** Requests all evaluations of a user. Never rejects. */
export type EvaluationsReader = (
  requestUser: RequestUser | undefined,
  keys: readonly string[] | undefined,
) => Promise<Evaluations>;

/** The evaluations where no request succeeds: the page shows its fallbacks and sends a request itself. */
const none: Evaluations = { version: 0, results: {} };

export function createEvaluationsReader({
  requester,
  gate,
  reporter,
  timeoutMs,
}: Dependencies): EvaluationsReader {
  return async function readEvaluations(requestUser, keys) {
    if (requestUser === undefined || !gate.tryAcquire()) return none;
    const named = keys === undefined ? '' : `"keys":${JSON.stringify(normaliseKeys(keys))},`;
    const body = `{${named}"user":${requestUser.text}}`;
    const outcome = await requester.sendTwice({ path: '/v1/evaluations', body, timeoutMs });
    gate.onOutcome(outcome);
    if (outcome.kind !== 'ok') {
      reportOutcome(outcome, "Couldn't load evaluations", reporter);
      return none;
    }
    try {
      const read = JSON.parse(outcome.text) as Evaluations;
      if (typeof read.version === 'number' && typeof read.results === 'object' && read.results !== null)
        return { user_hash: hashUser(requestUser.user), ...read };
    } catch {
      // Reported below, as any other answer that is none.
    }
    reporter.report('unavailable', 'results', "Couldn't load evaluations: the answer has no results.");
    return none;
  };
}

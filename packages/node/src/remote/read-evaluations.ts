import { reportOutcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { Lane } from '../schedule/lane.ts';
import type { Evaluations } from '../values/evaluations.ts';
import { userHashOf } from '../values/user-hash.ts';
import type { Asker } from './batcher.ts';
import { keysOf } from '../values/key-of.ts';

interface Dependencies {
  readonly requester: Requester;
  readonly lane: Lane;
  readonly reporter: Reporter;
  readonly timeoutMs: number;
}

/** Asks for all that a user gets. Never rejects. */
export type EvaluationsReader = (
  asker: Asker | undefined,
  keys: readonly string[] | undefined,
) => Promise<Evaluations>;

/** What a page starts from when nobody can be asked: it shows its fallbacks, and asks for itself. */
const none: Evaluations = { version: 0, results: {} };

export function createEvaluationsReader({
  requester,
  lane,
  reporter,
  timeoutMs,
}: Dependencies): EvaluationsReader {
  return async function readEvaluations(asker, keys) {
    if (asker === undefined || !lane.enter()) return none;
    const named = keys === undefined ? '' : `"keys":${JSON.stringify(keysOf(keys))},`;
    const body = `{${named}"user":${asker.text}}`;
    const outcome = await requester.sendTwice({ path: '/v1/evaluations', body, timeoutMs });
    lane.onOutcome(outcome);
    if (outcome.kind !== 'ok') {
      reportOutcome(outcome, 'Evaluations', reporter);
      return none;
    }
    try {
      const read = JSON.parse(outcome.text) as Evaluations;
      if (typeof read.version === 'number' && typeof read.results === 'object' && read.results !== null)
        return { user_hash: userHashOf(asker.user), ...read };
    } catch {
      // Reported as any other answer that is none.
    }
    reporter.report('unavailable', 'results', 'Evaluations: an answer without results.');
    return none;
  };
}

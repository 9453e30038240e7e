import type { Evaluation } from '@bunting/evaluator';
import { reportOutcome, type Outcome } from '../requests/outcome.ts';
import type { Reporter } from '../requests/reporter.ts';
import type { Requester } from '../requests/requester.ts';
import type { RequestGate } from '../schedule/request-gate.ts';
import type { Runtime } from '../schedule/runtime.ts';
import { createEvaluationCounts } from './usage-counts.ts';
import { createUsageUsers } from './usage-users.ts';

/** Counts evaluations of this process, and sends the counts (decisions §8.5). */
export interface Usage {
  /** Counts an evaluation. `userId` and `email` as evaluation read them; both undefined = anonymous. */
  count(evaluation: Evaluation, userId: string | undefined, email: string | undefined): void;
  /** Sends the counts. */
  flush(): Promise<void>;
  stop(): void;
}

interface Dependencies {
  readonly requester: Requester;
  readonly gate: RequestGate;
  readonly runtime: Runtime;
  readonly reporter: Reporter;
}

const sendEveryMs = 10_000;
const timeoutMs = 5_000;
export const maxEntriesPerRequest = 1_000;
const dayMs = 24 * 3_600_000;

export function createUsage({ requester, gate, runtime, reporter }: Dependencies): Usage {
  const counts = createEvaluationCounts();
  const users = createUsageUsers();
  let countedSince: number | undefined;
  let stopTimer: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let isStopped = false;
  let exceededAt = -Infinity;

  /** Sets the start and the timer of the next request; the first count after a request calls it. */
  function begin(from = runtime.date()): void {
    countedSince = from;
    users.setMonth(new Date(runtime.date()).toISOString().slice(0, 7));
    if (!isStopped) stopTimer ??= runtime.setTimeout(onTimer, sendEveryMs);
  }

  function onTimer(): void {
    stopTimer = undefined;
    void send();
  }

  /** Sends some counts. Resolves with false if the rest must wait. */
  async function sendSome(from: number): Promise<boolean> {
    const someUsers = users.take(maxEntriesPerRequest);
    const evaluations = counts.take(maxEntriesPerRequest);
    const until = runtime.date();
    const body = JSON.stringify({
      from: new Date(Math.max(from, until - dayMs)).toISOString(),
      until: new Date(until).toISOString(),
      ...someUsers,
      evaluations,
    });
    const outcome = await requester.send({ path: '/v1/usage', body, timeoutMs });
    gate.onOutcome(outcome);
    reportOutcome(outcome, "Couldn't send usage", reporter);
    if (outcome.kind === 'ok') reportExceeded(outcome.text);
    if (outcome.kind === 'ok' || outcome.kind === 'rejected') return true;
    users.restore(someUsers);
    // If the service may have counted evaluations, they are rather lost than counted twice (decisions §8.5).
    if (isSurelyUncounted(outcome)) counts.restore(evaluations);
    return false;
  }

  function reportExceeded(text: string): void {
    if (runtime.now() - exceededAt < dayMs || !isExceeded(text)) return;
    exceededAt = runtime.now();
    const message = "More monthly users than your plan includes. Evaluation isn't affected.";
    reporter.report('over_cap', 'exceeded', message);
  }

  async function sendAll(): Promise<void> {
    const from = countedSince;
    if (from === undefined) return;
    // Counts from here on are for the next request.
    countedSince = undefined;
    while (!users.isEmpty() || !counts.isEmpty()) {
      const isSent = gate.tryAcquire() && (await sendSome(from));
      if (!isSent) return begin(from);
    }
  }

  function send(): Promise<void> {
    running ??= sendAll().finally(() => (running = undefined));
    return running;
  }

  return {
    count(evaluation, userId, email) {
      if (countedSince === undefined) begin();
      // The service ignores variables that do not exist.
      if (evaluation.variableId !== null) counts.add(evaluation);
      users.add(userId, email);
    },
    async flush() {
      await running;
      await send();
    },
    stop() {
      isStopped = true;
      stopTimer?.();
    },
  };
}

function isSurelyUncounted(outcome: Outcome): boolean {
  return outcome.kind !== 'failed' || outcome.status === 503;
}

function isExceeded(text: string): boolean {
  try {
    const answer = JSON.parse(text) as { readonly monthly_active_users?: { readonly exceeded?: unknown } };
    return answer.monthly_active_users?.exceeded === true;
  } catch {
    return false;
  }
}

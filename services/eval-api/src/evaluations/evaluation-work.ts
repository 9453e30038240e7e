import { createSharedSemaphore, createSliceQueue, type SliceQueue } from '@bunting/async';
import type { Caller, Charge } from '@bunting/environments';
import { errors } from '@bunting/service';
import {
  countOf,
  createEvaluating,
  createMeasuredCosts,
  type Evaluating,
  type Evaluations,
  type Question,
} from './evaluate-many.ts';

/** Runs the steps, those that take long in slices, between which other requests are answered. */
export type Pace = (steps: Iterable<void>) => Promise<void>;

export interface EvaluationRequest extends Question {
  readonly caller: Caller;
  /** Absent = all. */
  readonly names: readonly string[] | undefined;
  /** Milliseconds that writing the answer will take, where that is known to be long. */
  readonly writingMs?: number;
}

/** Evaluates many variables for one request, so that its time is bounded for all others. */
export interface EvaluationWork {
  /**
   * Evaluates, and writes the answer. What takes longer than a slice is done for one request of an organisation at a time, and a few in all; the
   * others wait, and get 503 where too many do. Then the organisation's rate pays for what it has cost.
   */
  answer<Answer>(
    request: EvaluationRequest,
    write: (made: Evaluations, pace: Pace) => Answer | Promise<Answer>,
  ): Promise<Answer>;
}

/** What requests get of each turn of the event loop, all together. */
const sliceMs = 5;
/** A quarter of these for one organisation. Of one that waits for longer the client has given up. */
const permits = 4;
const maxWaiting = { share: 32, total: 128 };
const waitMs = 10_000;
/**
 * What one token of the rate pays for: as many variables as a batch may have, or this time. At 60,000 a minute an organisation gets a quarter of
 * a processor at most.
 */
const keysPerToken = 100;
const msPerToken = 0.25;

/** Of one process. */
export function createEvaluationWork({ charge }: { readonly charge: Charge }): EvaluationWork {
  const slices = createSliceQueue({ budgetMs: sliceMs });
  const costs = createMeasuredCosts();
  const limiter = createSharedSemaphore({
    permits,
    maxWaiting,
    maxWaitMs: waitMs,
    refusals: {
      share: errors.organisationShareExceeded('requests for many variables', {
        status: 503,
        retryAfterSeconds: 1,
      }),
      total: errors.tooManyEvaluations,
    },
  });

  return {
    async answer(request, write) {
      const { caller, names, environment } = request;
      const { access } = environment;
      const count = countOf(request, names);
      const evaluating = createEvaluating(request, names);
      const measured = (ms: number) => {
        if (!environment.isEvicted) costs.measured(environment.datafile, names, ms);
      };
      const isLong = costs.of(environment.datafile, names) * count + (request.writingMs ?? 0) > sliceMs;
      let spentMs = 0;
      const spend = (ms: number) => void (spentMs += ms);
      try {
        if (!isLong) {
          const begun = performance.now();
          const isEvaluated = stepFor(sliceMs, evaluating);
          const pace: Pace = (steps) => runInTime(metered(steps, spend), slices);
          const written = isEvaluated ? write(evaluating.made(), pace) : undefined;
          spend(performance.now() - begun);
          if (isEvaluated) return await written!;
          // Requests that come meanwhile wait from their beginning, and keep no datafile in memory.
          measured(sliceMs);
        }
        return await limiter.run(access.organisation.id, async () => {
          // Evicted from memory while it waited, before its first step.
          if (isLong && environment.isEvicted) throw errors.unavailable;
          await slices.run(metered(stepsOf(evaluating), spend));
          measured(spentMs / Math.max(1, count));
          const begun = performance.now();
          // Of what is written in steps, the steps count.
          const written = write(evaluating.made(), (steps) => slices.run(metered(steps, spend)));
          spend(performance.now() - begun);
          return written;
        });
      } finally {
        evaluating.close();
        const tokens = Math.max(Math.ceil(count / keysPerToken), Math.ceil(spentMs / msPerToken));
        if (tokens > 1) charge(caller, { tokens: tokens - 1, addressTokens: Math.floor(spentMs) });
      }
    },
  };
}

/** True = all of it is evaluated. */
function stepFor(ms: number, evaluating: Evaluating): boolean {
  const end = performance.now() + ms;
  do {
    if (evaluating.step()) return true;
  } while (performance.now() < end);
  return false;
}

function* stepsOf(evaluating: Evaluating): Generator<void> {
  while (!evaluating.step()) yield;
}

/** Runs steps for that time. True = all of them. */
function runFor(ms: number, steps: Iterator<unknown>): boolean {
  const end = performance.now() + ms;
  do {
    if (steps.next().done === true) return true;
  } while (performance.now() < end);
  return false;
}

/** Runs steps at once where they take no longer than a slice, and the rest of them in slices. */
async function runInTime(steps: Iterable<void>, slices: SliceQueue): Promise<void> {
  const iterator = steps[Symbol.iterator]();
  if (!runFor(sliceMs, iterator)) await slices.run({ [Symbol.iterator]: () => iterator });
}

/** The same steps; `spend` is told what each of them took, which is not the time that a request waits. */
function* metered(steps: Iterable<void>, spend: (ms: number) => void): Generator<void> {
  const iterator = steps[Symbol.iterator]();
  for (;;) {
    const begun = performance.now();
    const { done } = iterator.next();
    spend(performance.now() - begun);
    if (done === true) return;
    yield;
  }
}

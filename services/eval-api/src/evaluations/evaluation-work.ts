import { createSharedSemaphore, createSliceQueue, type SliceQueue } from '@bunting/async';
import type { Caller, Charge } from '@bunting/environments';
import { errors } from '@bunting/service';
import {
  countVariables,
  createEvaluating,
  createMeasuredCosts,
  type Evaluating,
  type Evaluations,
  type Question,
} from './evaluate-many.ts';
import { createPayments, type Bill } from './payments.ts';

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
  answer<Answer>(request: EvaluationRequest, write: Write<Answer>): Answer | Promise<Answer>;
}

/** Writes the answer. Most answers are written in one piece, without a promise. */
export type Write<Answer> = (made: Evaluations, pace: Pace) => Answer | Promise<Answer>;

/** The time of all requests together in each turn of the event loop. */
const sliceMs = 5;
/** The time of one of several slow requests, which alternate. */
const stepMs = 1;
/** A quarter of these for one organisation. Of one that waits for longer the client has given up. */
const permits = 4;
const maxWaiting = { share: 32, total: 128 };
const waitMs = 10_000;

/** Creates the evaluation work of one process. */
export function createEvaluationWork({ charge }: { readonly charge: Charge }): EvaluationWork {
  const slices = createSliceQueue({ budgetMs: sliceMs });
  const costs = createMeasuredCosts();
  const { pay, payAfter } = createPayments(charge);
  const limiter = createSharedSemaphore({
    permits,
    maxWaiting,
    maxWaitMs: waitMs,
    refusals: {
      share: errors.organisationShareExceeded('large evaluation requests', {
        status: 503,
        retryAfterSeconds: 1,
      }),
      total: errors.tooManyEvaluations,
    },
  });

  function measured({ environment, names }: EvaluationRequest, ms: number): void {
    // An environment that was evicted since has no datafile to record this for.
    if (!environment.isEvicted) costs.measured(environment.datafile, names, ms);
  }

  async function answerInSlices<Answer>(
    request: EvaluationRequest,
    write: Write<Answer>,
    evaluating: Evaluating,
    bill: Bill,
  ): Promise<Answer> {
    const { environment } = request;
    const isBegun = bill.ms > 0;
    const answering = limiter.run(environment.access.organisation.id, async () => {
      // Evicted from memory while it waited, before its first step.
      if (!isBegun && environment.isEvicted) throw errors.unavailable;
      await slices.run(metered(stepsOf(evaluating), bill));
      measured(request, bill.ms / Math.max(1, bill.count));
      const begun = performance.now();
      // Writing in steps is paid by the step.
      const written = write(evaluating.made(), (steps) => slices.run(metered(steps, bill)));
      bill.ms += performance.now() - begun;
      return written;
    });
    try {
      return await payAfter(answering, request.caller, bill);
    } finally {
      evaluating.close();
    }
  }

  return {
    answer(request, write) {
      const { names, environment, writingMs = 0 } = request;
      const bill: Bill = { count: countVariables(request, names), ms: 0 };
      const evaluating = createEvaluating(request, names);
      const isLong = costs.of(environment.datafile, names) * bill.count + writingMs > sliceMs;
      if (isLong) return answerInSlices(request, write, evaluating, bill);
      // Nearly all requests are small: they get their answer in this turn, with two looks at the clock and no promise.
      const begun = performance.now();
      if (!evaluating.step(begun, sliceMs)) {
        bill.ms = performance.now() - begun;
        // Requests that come meanwhile wait from their beginning.
        measured(request, sliceMs);
        return answerInSlices(request, write, evaluating, bill);
      }
      // A pause of the process, as for garbage or other processes, is none of the request's costs.
      bill.ms = Math.min(performance.now() - begun, evaluating.cost());
      evaluating.close();
      const written = write(evaluating.made(), (steps) => runInTime(metered(steps, bill), slices));
      if (written instanceof Promise) return payAfter(written, request.caller, bill);
      pay(request.caller, bill, written);
      return written;
    },
  };
}

function* stepsOf(evaluating: Evaluating): Generator<void> {
  while (!evaluating.step(performance.now(), stepMs)) yield;
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

/** Yields the same steps and adds the time of each to the bill, without the time that a request waits. */
function* metered(steps: Iterable<void>, bill: Bill): Generator<void> {
  const iterator = steps[Symbol.iterator]();
  for (;;) {
    const begun = performance.now();
    const { done } = iterator.next();
    bill.ms += performance.now() - begun;
    if (done === true) return;
    yield;
  }
}

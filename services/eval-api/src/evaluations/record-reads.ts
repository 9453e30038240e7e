import { countReads, isClientVariable } from '@bunting/evaluator';
import type { Question } from './evaluate-many.ts';
import type { EvaluationsRequest } from './read-evaluations-request.ts';

/** Reads of one key in one request: anybody can send a request with a client key, and claim any number. */
const mostReads = 1_000_000;

/**
 * Counts what the application has read since its last request, as named, with what its user gets now, one key in each step. Keys that resolve to
 * nothing are ignored.
 */
export function* recordReads(
  { environment, kind, context, time }: Question,
  reads: EvaluationsRequest['reads'],
): Generator<void> {
  for (const [key, count] of reads) {
    // It was evicted from memory in a pause.
    if (environment.isEvicted) return;
    const { datafile } = environment;
    const slug = key.toLowerCase();
    if (kind === 'client' && !isClientVariable(datafile, slug)) continue;
    countReads(datafile, slug, context, time, Math.min(count, mostReads));
    yield;
  }
}

import { createFastCounter, type FastCounter, type Registry } from '@bunting/observability';

/** Counts evaluated variables by reason, those that applications have evaluated themselves, too. */
export function createEvaluationCounter(registry: Registry): FastCounter {
  return createFastCounter({
    registry,
    name: 'evaluations_total',
    help: 'Evaluated variables by reason; a batch counts each of its keys. Of ingest-api: those that applications evaluated themselves.',
    label: 'reason',
  });
}

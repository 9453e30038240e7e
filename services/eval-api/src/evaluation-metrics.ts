import { createTally, type Registry, type Tally } from '@bunting/observability';

export interface EvaluationMetrics {
  readonly evaluations: Tally;
  readonly rejections: Tally;
}

export function createEvaluationMetrics(registry: Registry): EvaluationMetrics {
  return {
    evaluations: createTally({
      registry,
      name: 'evaluations_total',
      help: 'Evaluated variables by reason; a batch counts each of its keys.',
      label: 'reason',
    }),
    rejections: createTally({
      registry,
      name: 'governance_rejections_total',
      help: 'Requests that governance rejected, by code.',
      label: 'code',
    }),
  };
}

import { createRejectionCounter } from '@bunting/governance';
import { createFastCounter, type Registry, type FastCounter } from '@bunting/observability';

export interface EvaluationMetrics {
  readonly evaluations: FastCounter;
  readonly rejections: FastCounter;
}

export function createEvaluationMetrics(registry: Registry): EvaluationMetrics {
  return {
    evaluations: createFastCounter({
      registry,
      name: 'evaluations_total',
      help: 'Evaluated variables by reason; a batch counts each of its keys.',
      label: 'reason',
    }),
    rejections: createRejectionCounter(registry),
  };
}

import { createRejectionTally } from '@bunting/access';
import { createTally, type Registry, type Tally } from '@bunting/http';

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
    rejections: createRejectionTally(registry),
  };
}

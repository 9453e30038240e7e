import { governanceErrorOf, identityOf, type Admission } from '@bunting/governance';
import type { CachedEnvironment } from '@bunting/datafile';
import type { EvaluationContext } from '@bunting/evaluator';
import type { Dependencies } from './dependencies.ts';

/** What governance (contract §7.2) says to one request with `keyCount` keys of a batch, or none. */
export function askGovernance(
  { governance, limits }: Dependencies,
  environment: CachedEnvironment,
  context: EvaluationContext,
  keyCount = 0,
): Admission | Promise<Admission> {
  return governance.admit(environment.access.organisation, {
    identity: identityOf(context),
    tooLarge: keyCount > limits.maxBatchKeys ? 'batch_too_large' : undefined,
  });
}

/** Throws the error of the limit that said no. */
export function requireAdmitted(admission: Admission, { limits, metrics }: Dependencies): void {
  if (admission.admitted) return;
  metrics.rejections.add(admission.code);
  throw governanceErrorOf(admission, limits);
}

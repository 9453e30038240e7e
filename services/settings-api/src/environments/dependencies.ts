import type { SealingKeys } from '@bunting/sealed-secrets';
import type { BaseDependencies } from '../framework/dependencies.ts';

export interface EnvironmentDependencies extends BaseDependencies {
  /** They encrypt the secrets that sign users. */
  readonly userSigningKeys: SealingKeys;
}

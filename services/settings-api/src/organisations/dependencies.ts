import type { Plan } from '@bunting/definitions/organisations';
import type { AccountDependencies } from '../accounts/dependencies.ts';
import type { BaseDependencies } from '../framework/dependencies.ts';

export interface OrganisationDependencies
  extends BaseDependencies, Pick<AccountDependencies, 'createOrganisations'> {
  /** `DEFAULT_PLAN`: of new organisations. */
  readonly defaultPlan: Plan;
}

export const plans = ['free', 'starter', 'business', 'enterprise'] as const;
export type Plan = (typeof plans)[number];

export const organisationStatuses = ['active', 'suspended', 'inactive'] as const;
export type OrganisationStatus = (typeof organisationStatuses)[number];

/** Monthly active users a plan includes (decisions §2); null = no cap. */
const mauCaps: Readonly<Record<Plan, number | null>> = {
  free: 1_000,
  starter: 10_000,
  business: 1_000_000,
  enterprise: null,
};

/** The cap that holds: the organisation's own, zero included, else the plan's; null = none. */
export function mauCapOf(organisation: {
  readonly plan: Plan;
  readonly mauCap: number | null;
}): number | null {
  return organisation.mauCap ?? mauCaps[organisation.plan];
}

/** Contract §8 rule 3. */
export function includesCodeReferences(plan: Plan): boolean {
  return plan === 'business' || plan === 'enterprise';
}

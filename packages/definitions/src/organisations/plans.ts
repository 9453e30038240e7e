/** The plans, the smallest first. */
export const plans = ['free', 'starter', 'business', 'enterprise'] as const;
/** One of `plans`. */
export type Plan = (typeof plans)[number];

/** The states of an organisation. Requests of an organisation that is not active are refused. */
export const organisationStatuses = ['active', 'suspended', 'inactive'] as const;
/** One of `organisationStatuses`. */
export type OrganisationStatus = (typeof organisationStatuses)[number];

/** Monthly active users a plan includes (decisions §2); null = no cap. */
const mauCaps: Readonly<Record<Plan, number | null>> = {
  free: 1_000,
  starter: 10_000,
  business: 1_000_000,
  enterprise: null,
};

/**
 * Returns the monthly active users that the organisation may have: its own cap, zero included, else its plan's; null =
 * no cap.
 */
export function getMauCap(organisation: {
  readonly plan: Plan;
  readonly mauCap: number | null;
}): number | null {
  return organisation.mauCap ?? mauCaps[organisation.plan];
}

/** Returns whether the plan permits code references (contract §8 rule 3). */
export function includesCodeReferences(plan: Plan): boolean {
  return plan === 'business' || plan === 'enterprise';
}

/** Mebibytes of definitions that a plan includes, in all environments of an organisation together. */
const storedMebibytes: Readonly<Record<Plan, number>> = {
  free: 64,
  starter: 256,
  business: 1_024,
  enterprise: 4_096,
};

/** Returns the bytes of definitions that the organisation may have: its own cap, zero included, else its plan's. */
export function getStoredBytesCap(organisation: {
  readonly plan: Plan;
  readonly storedMebibytesCap: number | null;
}): number {
  return (organisation.storedMebibytesCap ?? storedMebibytes[organisation.plan]) * 1_048_576;
}

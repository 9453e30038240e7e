import type { OrganisationStatus, Plan } from './plans.ts';

/** An organisation as evaluation and governance need it; it travels in the datafile. */
export interface Organisation {
  /** UUID. */
  readonly id: string;
  readonly slug: string;
  readonly status: OrganisationStatus;
  readonly plan: Plan;
  /** The organisation's own cap of monthly active users, zero included; null = the plan's cap applies. */
  readonly mauCap: number | null;
}

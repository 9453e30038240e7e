import type { OrganisationStatus, Plan } from '@bunting/definitions/organisations';
import {
  differences,
  eitherState,
  record,
  writtenStates,
  type Change,
  type ChangeTransaction,
} from '../change-transaction.ts';
import { defineTable, writeRows } from '../rows.ts';

/** An organisation. `id` is a UUID, `slug` is lower-cased and unique in the installation. */
export interface OrganisationState {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly plan: Plan;
  readonly status: OrganisationStatus;
  /** Monthly active users; `null` = the plan's cap. */
  readonly mauCap: number | null;
  /** Webhook endpoints that it may have; `null` = the default. */
  readonly webhookEndpointCap: number | null;
  /** Names of events that each of its environments may have; `null` = the default. */
  readonly eventNameCap: number | null;
  /** Mebibytes of definitions in all its environments together; `null` = the plan's. */
  readonly storedMebibytesCap: number | null;
  /** Environments that each of its projects may have; `null` = the default. */
  readonly environmentCap: number | null;
}

const organisations = defineTable('organisation', [
  'id',
  'slug',
  'name',
  'plan',
  'status',
  'mau_cap',
  'webhook_endpoint_cap',
  'event_name_cap',
  'stored_mebibytes_cap',
  'environment_cap',
  'updated_at',
]);

/** The select list of an `OrganisationState`. */
export const organisationColumns = `id, slug, name, plan, status, mau_cap AS "mauCap",
  webhook_endpoint_cap AS "webhookEndpointCap", event_name_cap AS "eventNameCap",
  stored_mebibytes_cap AS "storedMebibytesCap", environment_cap AS "environmentCap"`;

/**
 * Reads an organisation and locks it (`FOR NO KEY UPDATE`): until the transaction ends nobody else changes it or what belongs
 * to it. Returns undefined if it does not exist.
 */
export async function lockOrganisation(
  { client }: ChangeTransaction,
  slug: string,
): Promise<OrganisationState | undefined> {
  const { rows } = await client.query<OrganisationState>(
    `SELECT ${organisationColumns} FROM organisation WHERE slug = $1 FOR NO KEY UPDATE`,
    [slug],
  );
  return rows[0];
}

/** Counts the organisations that an account made, and locks the account, so that two requests cannot both pass the limit. */
export async function countOrganisationsMadeBy(
  { client }: Pick<ChangeTransaction, 'client'>,
  accountId: string,
): Promise<number> {
  await client.query('SELECT FROM account WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM organisation WHERE created_by_id = $1',
    [accountId],
  );
  return rows[0]?.count ?? 0;
}

/** Stores the account that made an organisation; it never changes. */
export async function recordMaker(
  { client }: Pick<ChangeTransaction, 'client'>,
  organisation: { readonly id: string },
  accountId: string,
): Promise<void> {
  await client.query('UPDATE organisation SET created_by_id = $2 WHERE id = $1', [
    organisation.id,
    accountId,
  ]);
}

/** Writes organisations, which are never deleted. Evaluators learn of plan, status and caps with the next version of each environment. */
export async function changeOrganisations(
  transaction: ChangeTransaction,
  changes: readonly (Change<OrganisationState> & { readonly after: OrganisationState })[],
): Promise<void> {
  const different = differences(changes);
  const rows = writtenStates(different).map((state) => ({
    ...describe(state),
    id: state.id,
    updated_at: transaction.now,
  }));
  await writeRows(transaction.client, organisations, rows);
  for (const change of different) {
    const { id, slug } = eitherState(change);
    transaction.touched.organisations.add(id);
    record(transaction, 'organisation', change, describe, { organisationId: id, subject: slug });
  }
}

function describe(organisation: OrganisationState) {
  const { slug, name, plan, status, mauCap, webhookEndpointCap, eventNameCap } = organisation;
  return {
    slug,
    name,
    plan,
    status,
    mau_cap: mauCap,
    webhook_endpoint_cap: webhookEndpointCap,
    event_name_cap: eventNameCap,
    stored_mebibytes_cap: organisation.storedMebibytesCap,
    environment_cap: organisation.environmentCap,
  };
}

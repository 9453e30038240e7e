import type { Pool, PoolClient } from 'pg';
import { toPage, type Page } from '../framework/http/page.ts';
import { readPageRows } from '../framework/http/read-page-rows.ts';
import type { OverrideRepresentation, UserOverrideRepresentation } from './representation.ts';

type Row<Representation> = Omit<Representation, 'created_at'> & { readonly created_at: Date };

const annotation = 'note, created_by, override.created_at';

/** Reads overrides of a feature in an environment, by `user.id`. */
export async function readOverridePage(
  pool: Pool,
  page: {
    readonly featureId: string;
    readonly environmentId: string;
    readonly limit: number;
    /** The beginning of each `user.id`. */
    readonly text?: string | undefined;
    /** The `user.id` that the page before ended with. */
    readonly after?: string | undefined;
  },
): Promise<Page<OverrideRepresentation>> {
  // A feature has at most 10,000 here, which are read in the order of the primary key.
  const { rows, isCut } = await readPageRows<Row<OverrideRepresentation>>(
    pool,
    `SELECT user_id, variation.slug AS variation, ${annotation}
     FROM override JOIN variation ON variation.id = variation_id
     WHERE environment_id = $1 AND override.feature_id = $2 AND user_id > $3 AND starts_with(user_id, $4)
     ORDER BY user_id LIMIT $5`,
    [page.environmentId, page.featureId, page.after ?? '', page.text ?? '', page.limit + 1],
  );
  return toPage(rows, page.limit, ({ user_id }) => user_id, withTime, { isCut });
}

/** Reads the overrides of some users, by `user.id`. */
export async function readOverridesOfUsers(
  client: PoolClient,
  { featureId, environmentId }: { readonly featureId: string; readonly environmentId: string },
  userIds: readonly string[],
): Promise<OverrideRepresentation[]> {
  const { rows } = await client.query<Row<OverrideRepresentation>>(
    `SELECT user_id, variation.slug AS variation, ${annotation}
     FROM override JOIN variation ON variation.id = variation_id
     WHERE environment_id = $1 AND override.feature_id = $2 AND user_id = ANY($3) ORDER BY user_id`,
    [environmentId, featureId, userIds],
  );
  return rows.map(withTime);
}

/** Reads all overrides of a user in an environment, by the slug of the feature. */
export async function readUserOverridePage(
  pool: Pool,
  page: {
    readonly environmentId: string;
    readonly userId: string;
    readonly limit: number;
    readonly after?: string | undefined;
  },
): Promise<Page<UserOverrideRepresentation>> {
  const { rows, isCut } = await readPageRows<Row<UserOverrideRepresentation>>(
    pool,
    `SELECT feature.slug AS feature, feature.name AS feature_name, variation.slug AS variation, ${annotation}
     FROM override JOIN variation ON variation.id = variation_id JOIN feature ON feature.id = override.feature_id
     WHERE environment_id = $1 AND user_id = $2 AND feature.slug > $3 ORDER BY feature.slug LIMIT $4`,
    [page.environmentId, page.userId, page.after ?? '', page.limit + 1],
  );
  return toPage(rows, page.limit, ({ feature }) => feature, withTime, { isCut });
}

function withTime<Of extends { readonly created_at: Date }>(
  row: Of,
): Omit<Of, 'created_at'> & { created_at: string } {
  return { ...row, created_at: row.created_at.toISOString() };
}

/** Writes notes of overrides that exist. They change nothing that is served, so they leave no record and no version. */
export async function writeNotes(
  client: PoolClient,
  { featureId, environmentId }: { readonly featureId: string; readonly environmentId: string },
  notes: readonly (readonly [userId: string, note: string])[],
): Promise<void> {
  if (notes.length === 0) return;
  await client.query(
    `UPDATE override SET note = nullif(given.note, '') FROM unnest($3::text[], $4::text[]) AS given(user_id, note)
     WHERE environment_id = $1 AND feature_id = $2 AND override.user_id = given.user_id`,
    [environmentId, featureId, notes.map(([user]) => user), notes.map(([, note]) => note)],
  );
}

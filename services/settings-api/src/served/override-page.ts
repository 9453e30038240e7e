import type { Pool, PoolClient } from 'pg';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { toPage } from '../page.ts';
import type { Page } from '../page.ts';
import { readPageRows } from '../read-page-rows.ts';

export const overrideSchema = Type.Object({
  user_id: Type.String(),
  variation: Type.String({ description: 'what this user gets, whatever the rules say' }),
});

export type OverrideRepresentation = Static<typeof overrideSchema>;

/** Overrides of a feature in an environment, by `user.id`. */
export async function readOverridePage(
  client: Pool | PoolClient,
  page: {
    readonly featureId: string;
    readonly environmentId: string;
    readonly limit: number;
    /** The `user.id` that the page before ended with. */
    readonly after?: string | undefined;
  },
): Promise<Page<OverrideRepresentation>> {
  const { rows, isCut } = await readPageRows<OverrideRepresentation>(
    client,
    `SELECT user_id, variation.slug AS variation FROM override JOIN variation ON variation.id = variation_id
     WHERE environment_id = $1 AND override.feature_id = $2 AND user_id > $3 ORDER BY user_id LIMIT $4`,
    [page.environmentId, page.featureId, page.after ?? '', page.limit + 1],
  );
  return toPage(
    rows,
    page.limit,
    ({ user_id }) => user_id,
    (row) => row,
    { isCut },
  );
}

import { strictRecord, nullable, targetingSchema } from '@bunting/definitions';
import { readTargetingAndDefaults } from '@bunting/changes';
import type { ServingState } from '@bunting/changes';
import type { TargetingDefinition } from '@bunting/evaluator';
import type { Pool, PoolClient } from 'pg';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { pageOf } from '../framework/http/page.ts';
import { overrideSchema, readOverridePage } from './overrides.ts';

const firstOverrides = 50;

/** Everything that an environment serves for a feature; the answer of every route that reads or changes any of it. */
export const servedRepresentationSchema = Type.Object({
  version: Type.Integer({
    description:
      'the version of the environment in which anything of it was last changed: evaluators that hold this version or a later one serve it',
  }),
  targeting: Type.Unsafe<TargetingDefinition | null>({
    ...nullable(targetingSchema),
    description: 'null = no targeting object',
  }),
  defaults: strictRecord(nullable(Type.String({ description: 'of every variable; null = none is set' }))),
  overrides: Type.Intersect([Type.Object({ count: Type.Integer() }), pageOf(overrideSchema)], {
    description: 'how many there are, and the first of them',
  }),
});

export type ServedRepresentation = Static<typeof servedRepresentationSchema>;

/** `undefined` = the feature or the environment is gone. */
export async function readServedRepresentation(
  client: Pool | PoolClient,
  featureId: string,
  environmentId: string,
): Promise<ServedRepresentation | undefined> {
  const state = await readTargetingAndDefaults({ client }, featureId, environmentId);
  if (state === undefined) return undefined;
  const { rows } = await client.query<{ version: string | null; count: number; variables: string[] }>(
    `SELECT
       (SELECT version FROM datafile_fragment
        WHERE environment_id = $2 AND kind = 'feature' AND entity_id = $1) AS version,
       (SELECT count(*)::int FROM override WHERE environment_id = $2 AND feature_id = $1) AS count,
       ARRAY(SELECT slug FROM variable WHERE feature_id = $1 AND deleted_at IS NULL ORDER BY id) AS variables`,
    [featureId, environmentId],
  );
  const { version = null, count = 0, variables = [] } = rows[0] ?? {};
  const page = await readOverridePage(client, { featureId, environmentId, limit: firstOverrides });
  return {
    version: Number(version ?? 0),
    targeting: state.targeting,
    defaults: defaultsOf(state, variables),
    overrides: { count, ...page },
  };
}

/** What a variable says of itself when it has no default: null. */
function defaultsOf({ defaults }: ServingState, variables: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(variables.map((slug) => [slug, defaults.get(slug) ?? null]));
}

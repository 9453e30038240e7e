import { slugSchema } from '@bunting/definitions';
import { featureKinds, ownerSchema } from '@bunting/definitions/metadata';
import { Type } from '@bunting/definitions/type';
import { dayMs } from '@bunting/retention';
import type { Pool } from 'pg';
import { countBudgetMs, rollUpEvaluations } from '../evaluation-counts/roll-up.ts';
import { settingsErrors } from '../framework/errors.ts';
import { createPageSchema, pageQuery, toPage } from '../framework/http/page.ts';
import { readRoute } from '../framework/route.ts';
import { stringEnum, withTimes } from '../framework/schemas.ts';
import { servedStates, type FeatureFilter } from './filters.ts';
import { countFeatures, listFeatures } from './list-features.ts';
import { orders, positionKey, readPosition, sorts } from './list-order.ts';
import { findEnvironmentId } from './queries.ts';
import { listedFeatureSchema, visibleStatuses, type ListedFeatureRow } from './representation.ts';

const statusPattern = `^(${visibleStatuses.join('|')})(,(${visibleStatuses.join('|')})){0,2}$`;

const filters = {
  status: Type.Optional(
    Type.String({
      pattern: statusPattern,
      description: `one or more of ${visibleStatuses.join(', ')}, separated by commas`,
    }),
  ),
  text: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'a part of the slug, name or description of the feature, or of the slug of a variable',
    }),
  ),
  tag: Type.Optional(slugSchema),
  owner: Type.Optional(ownerSchema),
  kind: Type.Optional(stringEnum(featureKinds)),
  permanent: Type.Optional(
    Type.Boolean({ description: 'whether it is permanent, explicitly or by its kind' }),
  ),
  env: Type.Optional(slugSchema),
  state: Type.Optional(stringEnum(servedStates, 'the targeting in `env`: none, off or on')),
  referenced: Type.Optional(
    Type.Boolean({
      description: 'whether a repository has one of its variables; no results if no repository was scanned',
    }),
  ),
  not_evaluated_for_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 3_650,
      description: 'only features that no code has requested by name for this many days, in any environment',
    }),
  ),
};

export const featureListRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/features',
    summary: 'List the features of a project, with a summary of each environment',
    query: pageQuery({
      ...filters,
      sort: Type.Optional(
        stringEnum(
          sorts,
          'default: slug; by last_evaluated_at, features that were never requested are the oldest',
        ),
      ),
      order: Type.Optional(stringEnum(orders)),
      count: Type.Optional(Type.Boolean({ description: 'adds `total`, the number of items on all pages' })),
      with: Type.Optional(
        stringEnum(['last_evaluated_at'], 'waits 100 ms for counts that have just arrived'),
      ),
    }),
    answer: Type.Object(
      {
        ...createPageSchema(listedFeatureSchema).properties,
        total: Type.Optional(Type.Integer({ description: 'with `count=true`' })),
      },
      { title: 'ListedFeaturePage' },
    ),
    async handle({ organisation, project, query }, { pool, log, now }) {
      const { limit, cursor, with: added, count = false, sort = 'slug', order = 'asc' } = query;
      const after = readPosition(cursor, { sort, order });
      const {
        not_evaluated_for_days: days,
        status,
        env,
        state,
        text,
        tag,
        owner,
        kind,
        permanent,
        referenced,
      } = query;
      if (added !== undefined || days !== undefined) await rollUpEvaluations(pool, log, countBudgetMs);
      const filter: FeatureFilter = {
        statuses: status?.split(','),
        text,
        tag,
        owner,
        kind,
        permanent,
        referenced,
        served: await readServed(pool, project, env, state),
        notEvaluatedSince: days === undefined ? undefined : new Date(now() - days * dayMs),
      };
      const owners = { organisation, project };
      const [{ rows, isCut }, total] = await Promise.all([
        listFeatures(pool, owners, filter, { sort, order, after, limit: limit + 1 }),
        count ? countFeatures(pool, project, filter) : undefined,
      ]);
      const keyOf = (row: ListedFeatureRow) => positionKey({ sort, order }, row);
      const page = toPage(rows, limit, keyOf, toItem, { isCut });
      return { body: { ...page, ...(total !== undefined && { total }) } };
    },
  }),
];

function toItem({ last_evaluated_at: at, ...row }: ListedFeatureRow) {
  return { ...withTimes(row), last_evaluated_at: at?.toISOString() ?? null };
}

/** Throws 400 where one is given without the other, or the environment does not exist. */
async function readServed(
  pool: Pool,
  project: { readonly id: string },
  env: string | undefined,
  state: (typeof servedStates)[number] | undefined,
): Promise<FeatureFilter['served']> {
  if (env === undefined && state === undefined) return undefined;
  if (env === undefined || state === undefined) {
    const [path, other] = env === undefined ? ['query.env', 'state'] : ['query.state', 'env'];
    throw settingsErrors.invalid([{ path, message: `is required with ${other}` }]);
  }
  const environmentId = await findEnvironmentId(pool, project, env);
  if (environmentId === undefined) {
    throw settingsErrors.invalid([
      { path: 'query.env', message: 'is not an environment of the project', code: 'unknown_reference' },
    ]);
  }
  return { environmentId, state };
}

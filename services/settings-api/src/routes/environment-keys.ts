import {
  changeEnvironmentKeys,
  generateEnvironmentKey,
  hashEnvironmentKey,
  readEnvironmentKeys,
  readEnvironments,
} from '@bunting/changes';
import { newId } from '@bunting/database';
import { Type } from 'typebox';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { readPageRows } from '../read-page-rows.ts';
import { route } from '../route.ts';
import { timeSchema } from '../times.ts';
import { isUuid } from '../uuid.ts';
import { lockForChange } from './projects.ts';

const path = '/organisations/{org}/projects/{project}/environments/{env}/api-keys';

const properties = {
  id: Type.String({ format: 'uuid' }),
  last_four: Type.String({ description: 'of the key itself, which nobody can see twice' }),
  created_at: timeSchema,
};

const environmentKeySchema = Type.Object({
  ...properties,
  revoked_at: Type.Union([timeSchema, Type.Null()], { description: 'null = it is valid' }),
});

interface KeyRow {
  readonly id: string;
  readonly last_four: string;
  readonly created_at: Date;
  readonly revoked_at: Date | null;
}

function toKey({ id, last_four, created_at, revoked_at }: KeyRow) {
  return {
    id,
    last_four,
    created_at: created_at.toISOString(),
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}

export const environmentKeyRoutes = [
  route({
    method: 'GET',
    path,
    action: 'read',
    summary: 'List the keys of an environment, those that were revoked too',
    query: pageQuery({}),
    status: 200,
    answer: pageOf(environmentKeySchema),
    async handle({ environment, query }, { pool }) {
      const { rows, isCut } = await readPageRows<KeyRow>(
        pool,
        `SELECT id, last_four, created_at, revoked_at FROM environment_key
         WHERE environment_id = $1 AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
        [environment.id, readCursor(query.cursor, isUuid) ?? null, query.limit + 1],
      );
      return { body: toPage(rows, query.limit, ({ id }) => id, toKey, { isCut }) };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'manage-projects',
    summary: 'Make a key for an environment',
    description: 'The answer shows it, and nothing does so again.',
    body: Type.Object({}, { additionalProperties: false }),
    status: 201,
    answer: Type.Object({ ...properties, key: Type.String({ format: 'uuid' }), revoked_at: Type.Null() }),
    async handle({ organisation, project, environment, caller }, dependencies) {
      const key = generateEnvironmentKey();
      const { hash: keyHash, lastFour } = hashEnvironmentKey(key);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const locked = await lockForChange(transaction, organisation, project);
        const environments = await readEnvironments(transaction, locked);
        if (!environments.some(({ id }) => id === environment.id)) {
          throw settingsErrors.unknown('environment', environment.slug);
        }
        const after = { id: newId(), environmentId: environment.id, keyHash, lastFour, revokedAt: null };
        await changeEnvironmentKeys(transaction, locked, [{ after }]);
        const { rows } = await transaction.client.query<{ created_at: Date }>(
          'SELECT created_at FROM environment_key WHERE id = $1',
          [after.id],
        );
        return { id: after.id, created_at: (rows[0]?.created_at ?? transaction.now).toISOString() };
      });
      return { body: { ...result, last_four: lastFour, key, revoked_at: null } };
    },
  }),

  route({
    method: 'DELETE',
    path: `${path}/{id}`,
    action: 'manage-projects',
    summary: 'Revoke a key',
    description: 'Evaluators refuse it within a second. It stays in the list, as revoked.',
    status: 204,
    async handle({ organisation, project, environment, params, caller }, dependencies) {
      await changeAs(dependencies, caller, async (transaction) => {
        const locked = await lockForChange(transaction, organisation, project);
        const before = (await readEnvironmentKeys(transaction, locked)).find(
          ({ id, environmentId }) => id === params.id.toLowerCase() && environmentId === environment.id,
        );
        if (before === undefined) throw settingsErrors.unknown('key', params.id);
        const after = { ...before, revokedAt: before.revokedAt ?? transaction.now };
        await changeEnvironmentKeys(transaction, locked, [{ before, after }]);
      });
      return { body: undefined };
    },
  }),
];

import { changeEnvironmentKeys, readEnvironmentKeys, readEnvironments } from '@bunting/changes';
import { generateEnvironmentKey, hashEnvironmentKey } from '@bunting/authentication';
import { nameSchema } from '@bunting/definitions';
import { newId } from '@bunting/database';
import type { PoolClient } from 'pg';
import { Type } from 'typebox';
import { accountOf } from '../account-of.ts';
import { changeAs } from '../change-as.ts';
import { settingsErrors } from '../errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { route } from '../route.ts';
import { lastUsedAtSchema, timeSchema } from '../times.ts';
import { isUuid } from '../uuid.ts';
import { lockForChange } from './projects.ts';

const path = '/organisations/{org}/projects/{project}/environments/{env}/api-keys';

const properties = {
  id: Type.String({ format: 'uuid' }),
  name: Type.Union([Type.String(), Type.Null()], { description: 'what it is for; null = nobody said' }),
  last_four: Type.String({ description: 'of the key itself, which nobody can see twice' }),
  created_by: Type.Union([Type.String(), Type.Null()], {
    description: 'who made it; null = a document did, or it is older than this is recorded',
  }),
  created_at: timeSchema,
  last_used_at: lastUsedAtSchema,
};

const environmentKeySchema = Type.Object({
  ...properties,
  revoked_at: Type.Union([timeSchema, Type.Null()], { description: 'null = it is valid' }),
});

interface KeyRow {
  readonly id: string;
  readonly name: string | null;
  readonly last_four: string;
  readonly created_by: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
  readonly revoked_at: Date | null;
}

const columns = `key.id, key.name, key.last_four, account.email AS created_by, key.created_at, key.last_used_at,
  key.revoked_at
  FROM environment_key AS key LEFT JOIN account ON account.id = key.created_by_id`;

function toKey({ created_at, last_used_at, revoked_at, ...row }: KeyRow) {
  return {
    ...row,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
    revoked_at: revoked_at?.toISOString() ?? null,
  };
}

async function readKey(client: PoolClient, id: string): Promise<KeyRow> {
  const { rows } = await client.query<KeyRow>(`SELECT ${columns} WHERE key.id = $1`, [id]);
  return rows[0]!;
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
      const { rows } = await pool.query<KeyRow>(
        `SELECT ${columns}
         WHERE key.environment_id = $1 AND ($2::uuid IS NULL OR key.id > $2) ORDER BY key.id LIMIT $3`,
        [environment.id, readCursor(query.cursor, isUuid) ?? null, query.limit + 1],
      );
      return { body: toPage(rows, query.limit, ({ id }) => id, toKey) };
    },
  }),

  route({
    method: 'POST',
    path,
    action: 'manage-projects',
    summary: 'Make a key for an environment',
    description: 'The answer shows it, and nothing does so again.',
    body: Type.Object({ name: Type.Optional(nameSchema) }, { additionalProperties: false }),
    status: 201,
    answersSecret: true,
    answer: Type.Object({ ...properties, key: Type.String({ format: 'uuid' }), revoked_at: Type.Null() }),
    async handle({ organisation, project, environment, caller, body }, dependencies) {
      const key = generateEnvironmentKey();
      const { hash: keyHash, lastFour } = hashEnvironmentKey(key);
      const { result } = await changeAs(dependencies, caller, async (transaction) => {
        const locked = await lockForChange(transaction, organisation, project);
        const environments = await readEnvironments(transaction, locked);
        if (!environments.some(({ id }) => id === environment.id)) {
          throw settingsErrors.unknown('environment', environment.slug);
        }
        const after = {
          id: newId(),
          environmentId: environment.id,
          name: body.name ?? null,
          keyHash,
          lastFour,
          createdById: await accountOf(transaction.client, caller),
          revokedAt: null,
        };
        await changeEnvironmentKeys(transaction, locked, [{ after }]);
        return readKey(transaction.client, after.id);
      });
      return { body: { ...toKey(result), key, revoked_at: null } };
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

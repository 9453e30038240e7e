import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@bunting/testing';
import { createPool } from '@bunting/database';
import { prismaEngine } from './prisma-engine.ts';
import { readCatalog } from './read-catalog.ts';

const schemaFile = fileURLToPath(new URL('../../../prisma/schema.prisma', import.meta.url));

/**
 * Objects that the migrations add to the schema because Prisma cannot declare them; CHECKs have a test of their own.
 */
const indexesByHand = [
  'CREATE UNIQUE INDEX repository_connection_name_key ON public.repository_connection USING btree (project_id, provider, lower(repository))',
];
const deferredByHand = [
  'default_variation_variation_id_feature_id_fkey',
  'override_variation_id_feature_id_fkey',
  'prerequisite_variation_variation_id_fkey',
  'rule_segment_segment_id_fkey',
  'rule_serving_variation_id_fkey',
  'targeting_prerequisite_variable_id_fkey',
];

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;
let schema: string;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
  schema = await readFile(schemaFile, 'utf8');
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('is exactly what the migrations make, but for what Prisma has no words for', async () => {
  const migrated = await readCatalog(pool);
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await pool.query(await prismaEngine('diff', '-', schemaFile, database.url));
  const described = await readCatalog(pool);

  const deferred = described['keys']!.map((line) =>
    deferredByHand.some((name) => line.includes(` ${name} `))
      ? `${line} DEFERRABLE INITIALLY DEFERRED`
      : line,
  );
  expect(migrated).toEqual({
    ...described,
    indexes: [...described['indexes']!, ...indexesByHand].toSorted(),
    keys: deferred,
  });
});

it('describes every model and names every table and column in snake case', async () => {
  const models = [...schema.matchAll(/^(?<before>.*)\nmodel (?<name>\w+)/gm)];
  expect(models).toHaveLength(49);
  const undocumented = models.filter(({ groups }) => !groups!['before']!.startsWith('///'));
  expect(undocumented.map(({ groups }) => groups!['name'])).toEqual([]);
  const { rows } = await pool.query(
    `SELECT table_name, column_name FROM information_schema.columns
     WHERE table_schema = 'public' AND (table_name !~ '^[a-z_]+$' OR column_name !~ '^[a-z_]+$')`,
  );
  expect(rows).toEqual([]);
});

it('keeps no JSON as jsonb, which would reorder members and rewrite numbers', async () => {
  const { rows } = await pool.query(
    `SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'jsonb'`,
  );
  expect(rows).toEqual([]);
});

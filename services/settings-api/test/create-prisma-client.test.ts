import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@bunting/testing';
import { createPool } from '@bunting/database';
import { createPrismaClient } from '../src/prisma/create-prisma-client.ts';

let database: TestDatabase;
let pool: ReturnType<typeof createPool>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('stores and finds rows over the given pool', async () => {
  const prisma = createPrismaClient(pool);
  const made = await prisma.organisation.create({ data: { slug: 'acme', name: 'Acme' } });
  expect(made.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
  const { rows } = await pool.query('SELECT id, plan, status FROM organisation');
  expect(rows).toEqual([{ id: made.id, plan: 'free', status: 'active' }]);
  await prisma.$disconnect();
  await expect(pool.query('SELECT 1')).resolves.toBeDefined();
});

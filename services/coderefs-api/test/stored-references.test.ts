/** The limit of stored references of an organisation, stale ones included. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { tokens } from './organisations.ts';
import { push, snapshot } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { deleteAll, readPositions, readReferences } from './stored.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ maxReferences: 10 });
});
afterAll(() => app.stop());
beforeEach(() => deleteAll(app));

/** Returns a snapshot of one file with references on these lines. */
const linesOf = (first: number, last: number, parts: Record<string, unknown> = {}) =>
  snapshot({
    references: Array.from({ length: last - first + 1 }, (_, n) => ({
      key: 'flag',
      file: 'a.ts',
      line_number: first + n,
    })),
    ...parts,
  });

const full = {
  status: 409,
  body: {
    error: 'The organisation has reached its limit of 10 code references, including stale ones.',
    code: 'limit_reached',
  },
};

it('include lines that moved, and a snapshot beyond the limit changes nothing', async () => {
  expect(await push(app, linesOf(1, 6))).toMatchObject({ status: 200 });
  expect(await push(app, linesOf(5, 10))).toMatchObject({ status: 200 });
  const before = await readReferences(app);
  expect(await push(app, linesOf(6, 11))).toMatchObject(full);
  expect(await readReferences(app)).toEqual(before);
});

it('are counted over all projects and repositories of an organisation, and no other organisation', async () => {
  expect(await push(app, linesOf(1, 6))).toMatchObject({ status: 200 });
  expect(await push(app, linesOf(1, 4, { project: 'depot', repository: 'acme/other' }))).toMatchObject({
    status: 200,
  });
  expect(await push(app, linesOf(1, 1, { repository: 'acme/third' }))).toMatchObject(full);
  expect(await push(app, linesOf(1, 10), { token: tokens.rival })).toMatchObject({ status: 200 });
});

it('may be beyond the limit already: a snapshot that does not add any is accepted', async () => {
  await push(app, linesOf(1, 10));
  // As an earlier release left them: beyond the limit, and not counted.
  await app.pool.query(
    `INSERT INTO code_reference (id, repository_connection_id, key, file, line_number, location_hash)
     SELECT gen_random_uuid(), repository_connection_id, key, file, 1000 + line_number, sha256(location_hash) FROM code_reference`,
  );
  await app.pool.query('UPDATE repository_connection SET stored_references = NULL');
  expect(await push(app, linesOf(1, 9))).toMatchObject({ status: 200 });
  expect(await push(app, linesOf(1, 10))).toMatchObject({ status: 200 });
  expect(await readPositions(app, 'recorded')).toHaveLength(10);
  expect(await push(app, linesOf(1, 11))).toMatchObject(full);
});

it('may become more again after retention has removed some', async () => {
  await push(app, linesOf(1, 5));
  await push(app, linesOf(1, 5, { repository: 'acme/other' }));
  await app.pool.query(
    `DELETE FROM code_reference USING repository_connection AS connection
     WHERE connection.id = repository_connection_id AND repository = 'acme/other'`,
  );
  expect(await push(app, linesOf(1, 10))).toMatchObject({ status: 200 });
});

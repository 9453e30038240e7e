import { expect, it } from '@jest/globals';
import request from 'supertest';
import { lockTable } from '../framework/lock-table.ts';
import { organisations, password } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const session = '/settings/v1/session';
const credentials = { email: 'owner@acme.example', password };

/** PostgreSQL ends the connection that waits for a locked table, and is there for the next one. */
it.each<[name: string, status: number, call: (cookie: Record<string, string>) => request.Test]>([
  ['reads the session', 200, (cookie) => request(app.server).get(session).set(cookie)],
  ['signs in', 200, () => request(app.server).post(session).send(credentials)],
  ['signs out', 204, (cookie) => request(app.server).delete(session).set(cookie)],
])('a request that %s is answered, though its connection to PostgreSQL was lost', async (_, status, call) => {
  const cookie = await signIn(app, credentials.email);
  const lock = await lockTable(app.pool, 'session');
  const answer = call(cookie).then((response) => response.status);
  await lock.untilAwaited();
  const { rowCount } = await app.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE NOT granted AND relation = 'session'::regclass`,
  );
  expect(rowCount).toBe(1);
  await lock.release();
  expect(await answer).toBe(status);
});

import { expect, it } from '@jest/globals';
import request from 'supertest';
import { lockTable } from '../framework/lock-table.ts';
import { organisations, password } from '../organisations.ts';
import { signIn, useApp } from '../running-app.ts';

const app = useApp({ document: organisations });
const session = '/settings/v1/session';
const credentials = { email: 'owner@acme.example', password };

type Call = (cookie: Record<string, string>) => request.Test;
const read: Call = (cookie) => request(app.server).get(session).set(cookie);

/** PostgreSQL ends the connection that waits for a locked table, and is there for the next one. */
it.each<[name: string, status: number, after: number, call: Call]>([
  ['reads the session', 200, 200, read],
  ['signs in', 200, 200, () => request(app.server).post(session).send(credentials)],
  ['signs out', 204, 401, (cookie) => request(app.server).delete(session).set(cookie)],
])(
  'a request that %s succeeds, though its connection to PostgreSQL was lost',
  async (_, status, after, call) => {
    const cookie = await signIn(app, credentials.email);
    const lock = await lockTable(app.pool, 'session');
    const answer = call(cookie).then((response) => response.status);
    await lock.untilAwaited();
    const { rowCount } = await app.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
       WHERE NOT granted AND datname = current_database() AND relation = 'session'::regclass`,
    );
    expect(rowCount).toBe(1);
    await lock.release();
    expect(await answer).toBe(status);
    expect((await read(cookie)).status).toBe(after);
  },
);

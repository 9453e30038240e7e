import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPool, newId } from '@bunting/database';
import { createTestDatabase, until, type TestDatabase } from '@bunting/testing';
import { createTestLog } from '@bunting/testing/apps';
import type { Pool } from 'pg';
import {
  createChangeFeed,
  type ChangeFeed,
  type ChangeFeedOptions,
} from '../../src/change-streams/change-feed.ts';
import { begin, write, type ChangeStream } from '../../src/change-streams/change-stream.ts';
import { lockTable } from '../framework/lock-table.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let server: Server;
const feeds: ChangeFeed[] = [];
beforeEach(async () => {
  server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(async () => {
  for (const feed of feeds.splice(0)) feed.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function createFeed(options: Partial<ChangeFeedOptions> = {}): ChangeFeed {
  const { log } = createTestLog('settings-api');
  const feed = createChangeFeed({ pool, log, now: Date.now, version: '1.2.3', pollMs: 600_000, ...options });
  feeds.push(feed);
  return feed;
}

/** Creates an organisation with one member, who is signed in. */
async function createMember() {
  const [organisationId, accountId, sessionId] = [newId(), newId(), newId()];
  await pool.query(
    `WITH organisation AS (INSERT INTO organisation (id, slug, name) VALUES ($1, $1::uuid::text, 'Acme')),
       account AS (INSERT INTO account (id, email) VALUES ($2, $2::uuid::text || '@acme.example')),
       session AS (
         INSERT INTO session (id, account_id, token, expires_at) VALUES ($3, $2, $3::uuid::text, now() + interval '1 day')
       )
     INSERT INTO member (id, organisation_id, account_id, role) VALUES ($4, $1, $2, 'viewer')`,
    [organisationId, accountId, sessionId, newId()],
  );
  return { organisationId, accountId, sessionId };
}

/** Requests a stream, of a new organisation unless a member is given. `answered` has its text. */
async function ask(member?: Awaited<ReturnType<typeof createMember>>) {
  const sent = request({ port: (server.address() as AddressInfo).port, agent: false }).end();
  const answered = once(sent, 'response').then(([answer]: IncomingMessage[]) => {
    const whole = { answer: answer!, text: '', isEnded: false };
    answer!.setEncoding('utf8').on('data', (text: string) => (whole.text += text));
    answer!.once('end', () => (whole.isEnded = true)).on('error', () => {});
    return whole;
  });
  answered.catch(() => {});
  const [, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const of = member ?? (await createMember());
  const stream: ChangeStream = { ...of, res, queued: [], isEnded: false };
  return { sent, answered, stream };
}

/** Records a change, in `table`. Returns its id. */
async function record(organisationId: string, action: string, table = 'audit_record'): Promise<string> {
  const id = newId();
  await pool.query(
    `INSERT INTO ${table} (id, organisation_id, actor, source, action, subject)
     VALUES ($1, $2, 'ada@acme.example', 'session', $3, 'web/checkout')`,
    [id, organisationId, action],
  );
  return id;
}

describe('a feed of changes', () => {
  it('tells by the next poll what it could not read, also where announcements arrive', async () => {
    const feed = createFeed({ pollMs: 20, pollsWithAnnouncements: 1_000_000 });
    feed.setAnnouncing(true);
    const { answered, stream } = await ask();
    await pool.query('ALTER TABLE audit_record RENAME TO audit_record_away');
    await feed.open(stream, undefined);
    const seen = await answered;
    await until(() => seen.text.includes('"is_complete":true'));
    const id = await record(stream.organisationId, 'feature.updated', 'audit_record_away');
    await pool.query('ALTER TABLE audit_record_away RENAME TO audit_record');
    await until(() => seen.text.includes(id));
    expect(seen.text.match(/event: change\n/g)).toHaveLength(1);
  });

  it('asks for the new environments of an organisation when its first stream opens, and of no other', async () => {
    const askedUnasked: unknown[] = [];
    const recorded = {
      query(text: string, values: unknown[]) {
        if (text.includes('counted_since IS NULL')) askedUnasked.push(values[0]);
        return pool.query(text, values);
      },
    } as Pool;
    const feed = createFeed({ pool: recorded });
    const [one, other] = [await ask(), await ask()];
    await feed.open(one.stream, undefined);
    await feed.open(other.stream, undefined);
    expect(askedUnasked).toEqual([[one.stream.organisationId], [other.stream.organisationId]]);
    feed.announced([one.stream.organisationId]);
    await record(other.stream.organisationId, 'environment.created');
    feed.announced([other.stream.organisationId]);
    await until(() => askedUnasked.length > 2);
    expect(askedUnasked.slice(2)).toEqual([[other.stream.organisationId]]);
  });

  it('does not count a stream that closed before it opened', async () => {
    const feed = createFeed({ maxStreamsOfPerson: 1 });
    const gone = await ask();
    const closed = once(gone.stream.res, 'close');
    gone.sent.on('error', () => {}).destroy();
    await closed;
    await feed.open(gone.stream, undefined);
    const { answered, stream } = await ask(gone.stream);
    await feed.open(stream, undefined);
    expect((await answered).answer.statusCode).toBe(200);
  });

  it('ends streams that are still opening, and every later one, when it closes', async () => {
    const feed = createFeed();
    const [opening, later] = [await ask(), await ask()];
    const lock = await lockTable(pool, 'audit_record');
    const opened = feed.open(opening.stream, undefined);
    try {
      await lock.untilAwaited();
      feed.close();
    } finally {
      await lock.release();
    }
    await opened;
    await feed.open(later.stream, undefined);
    for (const { answered } of [opening, later]) {
      const seen = await answered;
      await until(() => seen.isEnded);
      expect(seen.answer.headers['content-type']).toBe('text/event-stream');
      expect(seen.text).toMatch(/^event: hello\n/);
    }
  });
});

describe('a peer', () => {
  it('that leaves 256 KiB unread is cut', async () => {
    const { sent, answered, stream } = await ask();
    begin(stream, 'first');
    (await answered).answer.pause();
    while (!stream.res.destroyed) {
      // Only the text that was unread before, and the text after it, remain.
      expect(stream.res.writableLength).toBeLessThan((256 + 64 + 1) * 1024);
      write(stream, 'x'.repeat(64 * 1024));
      await new Promise(setImmediate);
    }
    sent.destroy();
  });

  it('that reads gets a longer text whole', async () => {
    const { answered, stream } = await ask();
    const text = 'x'.repeat(16 * 1024 * 1024);
    begin(stream, text);
    const seen = await answered;
    await until(() => seen.text.length === text.length);
    expect(stream.res.destroyed).toBe(false);
  });
});

import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import { until } from '@bunting/testing';
import { createTestLog } from '@bunting/testing/apps';
import type { Pool } from 'pg';
import {
  createChangeFeed,
  type ChangeFeed,
  type ChangeFeedOptions,
} from '../src/change-streams/change-feed.ts';
import { begin, write, type ChangeStream } from '../src/change-streams/change-stream.ts';
import type { ChangeRow } from '../src/change-streams/queries.ts';

/** What the database answers to a statement about changes, and to one about environments that were not asked. */
let answerChanges: () => Promise<ChangeRow[]>;
let askedUnasked: (readonly string[])[];
const pool = {
  async query(text: string, values: [readonly string[]]) {
    if (text.includes('FROM audit_record')) return { rows: await answerChanges() };
    if (text.includes('counted_since IS NULL')) askedUnasked.push(values[0]);
    if (!text.includes('JOIN session')) return { rows: [] };
    const [sessionIds, organisationIds] = values as unknown as [string[], string[]];
    return { rows: sessionIds.map((sessionId, n) => ({ sessionId, organisationId: organisationIds[n] })) };
  },
} as unknown as Pool;

let server: Server;
const feeds: ChangeFeed[] = [];
beforeEach(async () => {
  answerChanges = async () => [];
  askedUnasked = [];
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

/** A request for a stream of an organisation. `answered` has its text. */
async function ask(organisationId = newId()) {
  const sent = request({ port: (server.address() as AddressInfo).port, agent: false }).end();
  const answered = once(sent, 'response').then(([answer]: IncomingMessage[]) => {
    const whole = { answer: answer!, text: '', isEnded: false };
    answer!.setEncoding('utf8').on('data', (text: string) => (whole.text += text));
    answer!.once('end', () => (whole.isEnded = true)).on('error', () => {});
    return whole;
  });
  answered.catch(() => {});
  const [, res] = (await once(server, 'request')) as [IncomingMessage, ServerResponse];
  const stream: ChangeStream = {
    organisationId,
    accountId: 'ada',
    sessionId: newId(),
    res,
    queued: [],
    isEnded: false,
  };
  return { sent, answered, stream };
}

const change = (more: Partial<ChangeRow>): ChangeRow => ({
  organisation_id: '',
  id: newId(),
  at: new Date(),
  change_id: null,
  actor: 'ada@acme.example',
  actor_name: null,
  action: 'feature.updated',
  subject: 'web/checkout',
  project: 'web',
  environment: null,
  feature: 'checkout',
  version: null,
  ...more,
});

describe('a feed of changes', () => {
  it('tells by the next poll what it could not read, also where announcements arrive', async () => {
    const feed = createFeed({ pollMs: 20, pollsWithAnnouncements: 1_000_000 });
    feed.setAnnouncing(true);
    const { answered, stream } = await ask();
    answerChanges = () => Promise.reject(new Error('the database is away'));
    await feed.open(stream, undefined);
    const seen = await answered;
    await until(() => seen.text.includes('"is_complete":true'));
    const row = change({ organisation_id: stream.organisationId });
    answerChanges = async () => [row];
    await until(() => seen.text.includes(row.id));
    expect(seen.text.match(/event: change\n/g)).toHaveLength(1);
  });

  it('asks for the new environments of an organisation when its first stream opens, and of no other', async () => {
    const feed = createFeed();
    const [one, other] = [await ask(), await ask()];
    await feed.open(one.stream, undefined);
    await feed.open(other.stream, undefined);
    expect(askedUnasked).toEqual([[one.stream.organisationId], [other.stream.organisationId]]);
    feed.announced([one.stream.organisationId]);
    const row = change({ organisation_id: other.stream.organisationId, action: 'environment.created' });
    answerChanges = async () => [row];
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
    const { answered, stream } = await ask();
    await feed.open(stream, undefined);
    expect((await answered).answer.statusCode).toBe(200);
  });

  it('ends streams that are still opening, and every later one, when it closes', async () => {
    const feed = createFeed();
    const [opening, later] = [await ask(), await ask()];
    let goOn = () => {};
    answerChanges = () => new Promise((resolve) => (goOn = () => resolve([])));
    const opened = feed.open(opening.stream, undefined);
    await until(() => goOn.length === 0);
    feed.close();
    goOn();
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
      // What was unread before, and the text after it.
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

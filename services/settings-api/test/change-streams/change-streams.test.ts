import { request as send, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { newId } from '@bunting/database';
import { until } from '@bunting/testing';
import { callsAs } from '../people.ts';
import { organisations, settingsToken } from '../organisations.ts';
import { signIn, useApp, type RunningApp } from '../running-app.ts';

/** While its Redis is there, it reads what is announced alone. */
const app = useApp({
  document: organisations,
  changeFeed: { pollMs: 100, pollsWithAnnouncements: 1_000_000, heartbeatMs: 200, maxStreamsOfPerson: 3 },
});
/** It reads every second what nobody announces. */
const polling = useApp({ document: organisations, changeFeed: { pollMs: 100, maxStreams: 8 } });

interface Event {
  readonly id?: string;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

class Stream {
  text = '';
  isEnded = false;
  readonly #answer: IncomingMessage;
  readonly headers: IncomingMessage['headers'];
  constructor(answer: IncomingMessage) {
    this.#answer = answer;
    this.headers = answer.headers;
    answer.setEncoding('utf8').on('data', (text: string) => (this.text += text));
    answer.once('close', () => (this.isEnded = true)).on('error', () => {});
  }
  get events(): Event[] {
    return this.text.split('\n\n').flatMap((block) => {
      const fields = Object.fromEntries(
        block
          .split('\n')
          .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
      );
      return fields['event'] === undefined
        ? []
        : [{ ...fields, event: fields['event'], data: JSON.parse(fields['data']!) as Event['data'] }];
    });
  }
  changes(): Event[] {
    return this.events.filter(({ event }) => event === 'change');
  }
  close(): void {
    this.#answer.destroy();
  }
}

const open: Stream[] = [];
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});

async function ask(to: RunningApp, headers: Record<string, string>, org = 'acme'): Promise<IncomingMessage> {
  const sent = send({
    port: to.port,
    path: `/settings/v1/organisations/${org}/changes`,
    headers: { 'Accept-Encoding': 'gzip', ...headers },
  }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer;
}

async function follow(to: RunningApp, headers: Record<string, string>): Promise<Stream> {
  const answer = await ask(to, headers);
  expect(answer.statusCode).toBe(200);
  const stream = new Stream(answer);
  open.push(stream);
  await until(() => stream.events[0]?.event === 'hello');
  return stream;
}

/** Opens streams until one is refused, which it returns. */
async function openAll(to: RunningApp, headers: Record<string, string>): Promise<IncomingMessage> {
  for (let count = 0; count < 1_000; count += 1) {
    const answer = await ask(to, headers);
    if (answer.statusCode !== 200) return answer.resume();
    open.push(new Stream(answer));
  }
  throw new Error('A thousand streams were opened, and none was refused.');
}

async function untilRoom(to: RunningApp, headers: Record<string, string>): Promise<void> {
  await until(async () => {
    const answer = await ask(to, headers);
    if (answer.statusCode === 200) open.push(new Stream(answer));
    else answer.resume();
    return answer.statusCode === 200;
  });
}

const checkout = '/organisations/acme/projects/web/features/checkout';

describe('a stream of changes', () => {
  it('begins with the version of the release, is not compressed, and is kept by nothing on the way', async () => {
    const stream = await follow(app, await signIn(app, 'viewer@acme.example'));
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    expect(stream.events).toEqual([
      { event: 'hello', data: { version: expect.stringMatching(/^\d+\.\d+\.\d+/), is_complete: true } },
    ]);
    await until(() => stream.text.includes('\n\n:\n\n'));
  });

  it('tells what others change at once, with who did it and where', async () => {
    const stream = await follow(app, await signIn(app, 'viewer@acme.example'));
    const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
    const { headers } = await owner
      .put(`${checkout}/environments/production/defaults`, { 'checkout-layout': 'one-page' })
      .expect(200);
    await until(() => stream.changes().length > 0);
    const [reported] = stream.changes();
    expect(reported).toEqual({
      id: reported!.data['id'],
      event: 'change',
      data: {
        id: expect.any(String),
        at: expect.any(String),
        change_id: headers['change-id'],
        actor: 'owner@acme.example',
        actor_name: 'owner',
        action: 'defaults.updated',
        subject: expect.stringContaining('checkout in production'),
        project: 'web',
        environment: 'production',
        feature: 'checkout',
        version: expect.any(Number),
      },
    });
    await owner.put(`${checkout}/environments/production/defaults`, { 'checkout-layout': 'off' }).expect(200);
    await until(() => stream.changes().length > 1);
    expect(new Set(stream.changes().map(({ id }) => id)).size).toBe(stream.changes().length);
  });

  it('goes on from Last-Event-ID', async () => {
    const viewer = await signIn(app, 'viewer@acme.example');
    const first = await follow(app, viewer);
    const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
    await owner.patch(checkout, { name: 'First' }).expect(200);
    await until(() => first.changes().length > 0);
    const last = first.changes().at(-1)!.id!;
    first.close();
    await owner.patch(checkout, { name: 'Second' }).expect(200);
    const { body } = await owner.get('/organisations/acme/audit-log?limit=1').expect(200);
    const second = await follow(app, { ...viewer, 'Last-Event-ID': last });
    await until(() => second.changes().some(({ id }) => id === body.items[0].id));
    expect(second.changes().some(({ id }) => id === last)).toBe(false);
  });

  it('tells once that an application has asked an environment for the first time', async () => {
    const stream = await follow(polling, await signIn(polling, 'viewer@acme.example'));
    await polling.pool.query(
      `UPDATE environment SET counted_since = now() FROM project, organisation
       WHERE project.id = project_id AND organisation.id = organisation_id
         AND organisation.slug = 'acme' AND environment.slug = 'production'`,
    );
    const evaluated = () => stream.events.filter(({ event }) => event === 'evaluated');
    await until(() => evaluated().length > 0);
    expect(evaluated().map(({ data }) => data)).toContainEqual({ project: 'web', environment: 'production' });
    const count = evaluated().length;
    const owner = callsAs(polling, await signIn(polling, 'owner@acme.example'));
    await owner.patch(checkout, { name: 'Asked' }).expect(200);
    await until(() => stream.changes().length > 0);
    expect(evaluated()).toHaveLength(count);
    // Counts are rolled up later; nobody waits for that, and it is not told a second time.
    await polling.pool.query(
      `INSERT INTO evaluation_batch (id, environment_id, begins_at, ends_at, cells, unknown)
       SELECT $1, environment.id, now(), now(), '[]', '[]' FROM environment
       JOIN project ON project.id = project_id JOIN organisation ON organisation.id = organisation_id
       WHERE organisation.slug = 'acme' AND environment.slug = 'staging'`,
      [newId()],
    );
    await until(() => evaluated().length > count);
    await owner
      .post('/organisations/acme/projects/web/environments', { slug: 'new', name: 'New' })
      .expect(201);
    await until(() => stream.changes().length > 1);
    await polling.pool.query(`UPDATE environment SET counted_since = now() WHERE slug = 'new'`);
    const reported = () => evaluated().map(({ data }) => data['environment']);
    await until(() => reported().includes('new'));
    expect(reported().filter((environment) => environment === 'staging')).toHaveLength(1);
  });

  it('tells of a webhook endpoint what viewers see of its address', async () => {
    const stream = await follow(app, await signIn(app, 'viewer@acme.example'));
    const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
    const url = 'https://93.184.215.14/services/very-secret';
    await owner.post('/organisations/acme/webhook-endpoints', { url, events: ['*'] }).expect(201);
    await until(() => stream.changes().length > 0);
    expect(stream.changes()[0]!.data).toMatchObject({
      action: 'webhook_endpoint.created',
      subject: 'https://93.184.215.14/services/…',
    });
  });

  it('says once that more than 500 changes are not told, and tells those that follow', async () => {
    const viewer = await signIn(app, 'viewer@acme.example');
    const stream = await follow(app, viewer);
    const { rows } = await app.pool.query<{ id: string }>(
      `INSERT INTO audit_record (id, organisation_id, actor, source, action, subject)
       SELECT given.id, organisation.id, 'many@acme.example', 'import', 'feature.updated', 'web/checkout'
       FROM unnest($1::uuid[]) AS given (id), organisation WHERE slug = 'acme' RETURNING audit_record.id`,
      [Array.from({ length: 501 }, newId)],
    );
    const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
    const complete = (of: Stream) =>
      of.events.flatMap(({ event, data }) => (event === 'hello' ? [data['is_complete']] : []));
    await owner.patch(checkout, { name: 'After many' }).expect(200);
    await until(() => complete(stream).length > 1);
    expect(stream.changes()).toEqual([]);
    for (const count of [1, 2, 3]) {
      await owner.patch(checkout, { name: `After many, ${count}` }).expect(200);
      await until(() => stream.changes().length === count);
    }
    expect(complete(stream)).toEqual([true, false]);
    const again = await follow(app, { ...viewer, 'Last-Event-ID': rows[0]!.id });
    expect([complete(again), again.changes()]).toEqual([[false], []]);
  });
});

describe('a stream ends', () => {
  it('with the session', async () => {
    const viewer = await signIn(app, 'viewer@acme.example');
    const stream = await follow(app, viewer);
    await callsAs(app, viewer).delete('/session').expect(204);
    await until(() => stream.isEnded);
  });

  it('with the membership', async () => {
    const stream = await follow(app, await signIn(app, 'member@acme.example'));
    const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
    await owner.delete('/organisations/acme/members/member@acme.example').expect(204);
    await until(() => stream.isEnded);
  });
});

describe('a stream is refused', () => {
  it('to tokens, to strangers of the organisation, and to nobody', async () => {
    const viewer = await signIn(app, 'viewer@acme.example');
    const statuses = await Promise.all(
      [ask(app, { Authorization: `Bearer ${settingsToken}` }), ask(app, viewer, 'globex'), ask(app, {})].map(
        async (asked) => (await asked).resume().statusCode,
      ),
    );
    expect(statuses).toEqual([403, 404, 401]);
  });

  it('to a person who has as many as one may have; a closed one makes room', async () => {
    const admin = await signIn(app, 'admin@acme.example');
    const { statusCode, headers } = await openAll(app, admin);
    expect([statusCode, headers['retry-after'], open.length]).toEqual([429, '60', 3]);
    open[0]!.close();
    await untilRoom(app, admin);
  });

  it('to an organisation that has a quarter of those of the process; another one has its own, and a closed one makes room', async () => {
    const viewer = await signIn(polling, 'viewer@acme.example');
    await untilRoom(polling, viewer);
    const { statusCode, headers } = await openAll(polling, viewer);
    expect([statusCode, headers['retry-after']]).toEqual([429, '60']);
    expect(open.filter(({ isEnded }) => !isEnded)).toHaveLength(2);
    const globex = await ask(polling, await signIn(polling, 'owner@globex.example'), 'globex');
    expect(globex.statusCode).toBe(200);
    open.push(new Stream(globex));
    open[0]!.close();
    await untilRoom(polling, viewer);
  });
});

describe('a change that nobody announces is told', () => {
  const renamed = (stream: Stream) =>
    stream.changes().some(({ data }) => data['action'] === 'feature.updated');

  it('after a while, as when an announcement was lost', async () => {
    const stream = await follow(polling, await signIn(polling, 'viewer@acme.example'));
    polling.redis.disconnect();
    const owner = callsAs(polling, await signIn(polling, 'owner@acme.example'));
    await owner.patch(checkout, { name: 'Not announced' }).expect(200);
    await until(() => renamed(stream));
  });

  it('by the next poll, when Redis is down', async () => {
    const stream = await follow(app, await signIn(app, 'viewer@acme.example'));
    const owner = callsAs(app, await signIn(app, 'owner@acme.example'));
    await app.stopRedis();
    await owner.patch(checkout, { name: 'Without Redis' }).expect(200);
    await until(() => renamed(stream));
  });
});

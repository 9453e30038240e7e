/** Bodies that are made to cost more than their size suggests: in memory, in CPU time, by what they expand to. */
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, startTestService, until } from '@bunting/testing';
import { watchTurns } from '@bunting/testing/turns';
import { filledWith } from '@bunting/testing/filling';
import { maxAtOnce, maxWaiting } from '../src/snapshot/snapshot-semaphores.ts';
import { createSlicer } from '../src/snapshot/slices.ts';
import { maxConnections } from '../src/snapshot/store-snapshot.ts';
import { organisations, tokens } from './organisations.ts';
import { push, snapshot } from './requests.ts';
import { startApp, type RunningApp } from './running-app.ts';
import { deleteAll } from './stored.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.stop());

const gzip = { 'Content-Encoding': 'gzip' };
const mebibyte = 1024 * 1024;

/** Returns the CPU time of this process, in which the service runs too, in milliseconds. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('a body that is refused', () => {
  it.each([
    ['a list of zeros', `{"project":"web","references":[${'0,'.repeat(24 * mebibyte)}0]}`],
    ['an unknown member of zeros', `{"project":"web","x":[${'0,'.repeat(24 * mebibyte)}0]}`],
    ['a list of empty objects', `{"project":"web","references":[${'{},'.repeat(16 * mebibyte)}{}]}`],
    ['lists in lists', `{"x":[${'[],'.repeat(16 * mebibyte)}[]]}`],
    [
      'references with a member of zeros',
      `{"references":[{"key":"k","file":"f","x":[${'0,'.repeat(24 * mebibyte)}`,
    ],
    ['one text', `{"project":"${'x'.repeat(48 * mebibyte)}"}`],
  ])('%s of 48 MiB in 49 KB costs some hundredths of what it would cost to read', async (_, text) => {
    const bytes = gzipSync(text);
    const answers: number[] = [];
    const cpuMs = await cpuMsOf(async () => answers.push((await push(app, bytes, { headers: gzip })).status));
    expect([400, 413]).toContain(answers[0]);
    // It was five seconds once. Decompression in the threads of zlib counts too, and so does other work of this process.
    expect(cpuMs).toBeLessThan(2_000);
  });

  it('because of what it expands to is answered so, even if it holds valid references', async () => {
    const list = '{"key":"k","file":"f"},'.repeat(2 * mebibyte);
    const text = `{"project":"web","repository":"acme/web","branch":"main","references":[${list}`;
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(text)],
      ['br', brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })],
    ] as const) {
      const answered = await push(app, bytes, { headers: { 'Content-Encoding': encoding } });
      expect(answered).toMatchObject({
        status: 413,
        body: {
          error: 'The body expands to more than 200 times its compressed size.',
          code: 'body_too_large',
        },
      });
    }
  });

  it('is answered with its first wrong reference, even when many others follow', async () => {
    const references = [{ key: 'k', file: 'f' }, { key: 'k' }, ...Array.from({ length: 200_000 }, () => 0)];
    expect(await push(app, snapshot({ references }))).toMatchObject({
      status: 400,
      body: { error: 'references[1].file is required.' },
    });
  });

  it('is answered that it holds too much that is no part of a snapshot', async () => {
    const x = Array.from({ length: 200_000 }, () => 0);
    expect(await push(app, { x, ...snapshot() })).toMatchObject({
      status: 400,
      body: { error: "Too much of the body isn't part of a snapshot." },
    });
  });

  it('is answered that a value is too long before the value has ended', async () => {
    const references = [{ key: 'k', file: 'f', snippet: 'x'.repeat(100_000) }];
    expect(await push(app, snapshot({ references }))).toMatchObject({
      status: 400,
      body: {
        error: 'A value in the body, or the white space between two values, is longer than 65536 bytes.',
      },
    });
  });
});

it('a snapshot of many megabytes is read in slices, and other requests are answered between them', async () => {
  const references = Array.from({ length: 200_000 }, (_, n) => ({
    key: `key-${n % 500}`,
    file: `src/${n}.ts`,
  }));
  const body = JSON.stringify(snapshot({ references }));
  const watched = watchTurns();
  expect(await push(app, body)).toMatchObject({ status: 200, body: { accepted: 200_000 } });
  // Slices take 5 ms; without them it would be one turn of more than a second.
  expect(watched().worstTurnMs).toBeLessThan(500);
});

it('each turn of the event loop runs one slice, however many snapshots are being read', async () => {
  const slicer = createSlicer();
  const watched = watchTurns();
  const readers = Array.from({ length: 8 }, async () => {
    const slices = slicer.begin();
    for (let n = 0; n < 6; n++) {
      for (const until = performance.now() + 6; performance.now() < until;);
      await slices.pause();
    }
  });
  await Promise.all(readers);
  // The first slices run where the readers are made.
  expect(watched().count).toBeGreaterThanOrEqual(8 * 5);
});

describe('snapshots of one organisation at a time', () => {
  const head = (token: string) =>
    `POST /v1/code-references HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Length: 10000\r\n\r\n{`;
  const sockets: Socket[] = [];
  const answers: string[] = [];
  const open = (count: number, token: string) => {
    for (let n = 0; n < count; n++) {
      const socket = connect(app.port, '127.0.0.1');
      socket.write(head(token));
      socket.on('data', (bytes) => answers.push(String(bytes).slice(9, 12)));
      sockets.push(socket);
    }
  };
  const closeAll = () => {
    for (const socket of sockets.splice(0)) socket.destroy();
  };
  afterAll(closeAll);

  it('are four, and sixteen that wait; one more is answered 429, and other organisations are not affected', async () => {
    await deleteAll(app);
    open(maxAtOnce + maxWaiting + 1, tokens.acme);
    await until(() => answers.includes('429'));
    expect(answers).toEqual(['429']);
    const refused = await push(app, snapshot());
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: 'The organisation is pushing too many snapshots at once. Try again shortly.',
        code: 'too_many_snapshots',
      },
    });
    expect(refused.headers.get('retry-after')).toBe('5');
    expect(await push(app, snapshot(), { token: tokens.rival })).toMatchObject({ status: 200 });
    closeAll();
    await until(async () => (await push(app, snapshot())).status === 200);
  });

  it('wait for their turn and are stored', async () => {
    open(maxAtOnce, tokens.acme);
    const pushing = Promise.all(
      Array.from({ length: 10 }, (_, n) => push(app, snapshot({ repository: `acme/waits-${n}` }))),
    );
    await delay(100);
    closeAll();
    expect(new Set((await pushing).map(({ status }) => status))).toEqual(new Set([200]));
  });
});

describe('repositories of a project', () => {
  const full = {
    error: 'The project has reached its limit of 1000 repositories. Delete one first.',
    code: 'limit_reached',
  };

  it('are at most a thousand, also when several are new at once; existing ones still work', async () => {
    await deleteAll(app);
    await app.pool.query(
      `INSERT INTO repository_connection (id, project_id, repository, branch)
       SELECT gen_random_uuid(), project.id, 'acme/repo-' || n, 'main'
       FROM generate_series(1, $1) AS n, project JOIN organisation ON organisation.id = organisation_id
       WHERE project.slug = 'web' AND organisation.slug = 'acme'`,
      [maxConnections - 2],
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => push(app, snapshot({ repository: `acme/new-${n}` }))),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200, 200, 409, 409, 409, 409, 409, 409,
    ]);
    expect(answers.find(({ status }) => status === 409)!.body).toEqual(full);
    expect(await push(app, snapshot({ repository: 'acme/REPO-7' }))).toMatchObject({ status: 200 });
    expect(await push(app, snapshot({ project: 'depot', repository: 'acme/new-9' }))).toMatchObject({
      status: 200,
    });
    await deleteAll(app);
  });
});

it('fifteen values of 47 MB that never end, in 48 KB each, are refused; the process hardly grows', async () => {
  const database = await createTestDatabase(filledWith(organisations));
  const service = await startTestService('coderefs-api', { DATABASE_URL: database.url });
  const memory = () => service.metric('process_resident_memory_bytes');
  try {
    await push(service, snapshot());
    const before = await memory();
    const bytes = gzipSync(`{"project":"web","branch":"${'x'.repeat(47 * mebibyte)}`);
    const given = [tokens.acme, tokens.rival];
    const answers = await Promise.all(
      Array.from({ length: 15 }, (_, n) => push(service, bytes, { headers: gzip, token: given[n % 2]! })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]));
    // Without the limit it was 335 MB of buffers, and 720 MB from a fresh start.
    expect((await memory()) - before).toBeLessThan(100 * mebibyte);
  } finally {
    await service.stop('SIGKILL');
    await database.drop();
  }
});

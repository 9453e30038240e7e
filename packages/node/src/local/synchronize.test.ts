import { describe, expect, it } from '@jest/globals';
import { feature, createMessage, type Message } from '../../test/fragments.ts';
import { createTestFetch, json, url, type Fetched, type TestAnswer } from '../../test/test-fetch.ts';
import { createTestRuntime, turns } from '../../test/test-runtime.ts';
import { createReporter, type BuntingError } from '../requests/reporter.ts';
import { createRequester } from '../requests/requester.ts';
import { createKeyRefusal, createRequestGate } from '../schedule/request-gate.ts';
import type { DatafileCopy } from './datafile-copy.ts';
import { createLocalEnvironment } from './local-environment.ts';
import { synchronize } from './synchronize.ts';

const first = createMessage(1, [feature('a', true)]);
const second = createMessage(2, [feature('a', false)], 1);
const unchanged = () => new Response(null, { status: 304 });

async function start(
  respond: (fetched: Fetched) => TestAnswer = () => json(first),
  copied?: { message: Message; savedAt: number },
) {
  const runtime = createTestRuntime();
  const test = createTestFetch(respond);
  const errors: BuntingError[] = [];
  const environment = createLocalEnvironment(runtime);
  const statuses: string[] = [];
  const changes: (readonly string[])[] = [];
  const written: { text: string; savedAt: number }[] = [];
  const copy: DatafileCopy = {
    read: () => Promise.resolve(copied),
    write: (text, savedAt) => {
      written.push({ text: text(), savedAt });
      return Promise.resolve();
    },
  };
  const reporter = createReporter(runtime, (error) => void errors.push(error));
  const sync = synchronize({
    environment,
    requester: createRequester({ url, key: 'key', fetch: test.fetch }, runtime),
    gate: createRequestGate(runtime, createKeyRefusal()),
    runtime,
    reporter,
    copy: copied === undefined ? undefined : copy,
    onChange: (keys) => void changes.push(keys),
    onStatus: (status) => void statuses.push(status),
  });
  await turns();
  const paths = () => test.fetched.map(({ path }) => path);
  return { ...test, runtime, errors, environment, statuses, changes, written, sync, paths };
}

describe('the datafile', () => {
  it('is read whole, then by what changed since', async () => {
    const { paths, answer, sync, environment, changes, statuses } = await start();
    answer(() => json(second));
    sync.refresh(2);
    await turns();
    expect(paths()).toEqual(['/v1/datafile?evaluator=2', '/v1/datafile?evaluator=2&since=1']);
    expect([environment.loaded!.version, changes, statuses]).toEqual([2, [['a'], ['a']], ['ready', 'ready']]);
  });

  it('is polled every 30 seconds, every 5 minutes beside a stream that can be relied upon', async () => {
    const { paths, answer, runtime, sync } = await start();
    answer(unchanged);
    await runtime.pass(29_999);
    expect(paths()).toHaveLength(1);
    await runtime.pass(1);
    expect(paths()).toHaveLength(2);
    sync.setReliable(true);
    await runtime.pass(299_999);
    expect(paths()).toHaveLength(2);
    await runtime.pass(1);
    expect(paths()).toHaveLength(3);
    sync.setReliable(false);
    await runtime.pass(30_000);
    expect(paths()).toHaveLength(4);
  });

  it('is read whole after twelve hours without contact', async () => {
    const { paths, answer, runtime } = await start();
    answer(() => new TypeError('fetch failed'));
    await runtime.pass(30_000);
    for (let hour = 0; hour < 12; hour++) await runtime.pass(3_600_000);
    const before = paths().length;
    await runtime.pass(60_000);
    expect(paths().slice(before)).toContain('/v1/datafile?evaluator=2');
  });

  it('of another environment is never mixed with this one', async () => {
    const { paths, answer, sync, environment } = await start();
    answer(({ path }) =>
      json(path.includes('since') ? { ...second, project: 'depot' } : { ...first, version: 9 }),
    );
    sync.refresh(2);
    await turns();
    expect(paths()).toEqual([
      '/v1/datafile?evaluator=2',
      '/v1/datafile?evaluator=2&since=1',
      '/v1/datafile?evaluator=2',
    ]);
    expect(environment.loaded!.version).toBe(9);
  });

  it('is read anew where a backup with a lower version was restored', async () => {
    const { paths, answer, sync, environment } = await start(() => json({ ...first, version: 9 }));
    answer(() => json(first));
    sync.refresh(1);
    await turns();
    expect([paths().length, environment.loaded!.version]).toEqual([2, 1]);
  });

  it('is not read again for the version that it has', async () => {
    const { paths, sync } = await start();
    sync.refresh(1);
    await turns();
    expect(paths()).toHaveLength(1);
  });

  it('is asked for again soon where the service does not have the announced version yet, and not for ever', async () => {
    const { paths, answer, sync, runtime } = await start();
    answer(unchanged);
    sync.setReliable(true);
    sync.refresh(2);
    await turns();
    for (let n = 0; n < 20; n++) await runtime.pass(250);
    expect(paths()).toHaveLength(10);
    answer(() => json(second));
    await runtime.pass(300_000);
    expect(paths()).toHaveLength(11);
  });

  it('is asked for once more where it changed while it was being read', async () => {
    const { paths, answer, sync, environment } = await start();
    let respond: (response: Response) => void = () => {};
    answer(() => new Promise((resolve) => (respond = resolve)));
    sync.refresh(2);
    await turns();
    sync.refresh(3);
    answer(() => json(createMessage(3, [], 2)));
    respond(json(second));
    await turns();
    expect(paths().slice(1)).toEqual([
      '/v1/datafile?evaluator=2&since=1',
      '/v1/datafile?evaluator=2&since=2',
    ]);
    expect(environment.loaded!.version).toBe(3);
  });

  it.each([
    ['5xx', () => json({}, 500)],
    ['no network', () => new TypeError('fetch failed')],
    ['what is no datafile', () => json({ version: 1 })],
    ['a delta of nothing that is there', () => json(second)],
  ])('that cannot be read is asked for again by the backoff: %s', async (_, respond) => {
    const { runtime, answer, statuses, errors, environment } = await start(respond);
    expect([statuses, errors[0]?.code]).toEqual([['failed'], 'unavailable']);
    answer(() => json(first));
    await runtime.pass(1_000);
    expect([statuses, environment.loaded?.version]).toEqual([['failed', 'ready'], 1]);
  });

  it('is not asked for after the end', async () => {
    const { runtime, sync, paths } = await start();
    await sync.stop();
    sync.refresh(2);
    await runtime.pass(3_600_000);
    expect(paths()).toHaveLength(1);
  });
});

describe('the copy', () => {
  const savedAt = Date.parse('2026-11-22T11:00:00Z');

  it('serves until the service answers, which is asked for what changed since', async () => {
    const { statuses, environment, paths, answer, runtime, written } = await start(() => json({}, 500), {
      message: first,
      savedAt,
    });
    expect([statuses, environment.loaded!.version]).toEqual([['stale', 'stale'], 1]);
    answer(() => json(second));
    await runtime.pass(1_000);
    expect(paths()).toEqual(['/v1/datafile?evaluator=2&since=1', '/v1/datafile?evaluator=2&since=1']);
    expect(JSON.parse(written[0]!.text)).toMatchObject({ version: 2, since: null });
    expect(written[0]!.savedAt).toBe(runtime.date());
  });

  it('that is older than twelve hours serves as well, and everything is asked for', async () => {
    const { paths, environment } = await start(() => json({}, 500), { message: first, savedAt: 0 });
    expect([paths(), environment.loaded!.version]).toEqual([['/v1/datafile?evaluator=2'], 1]);
  });
});

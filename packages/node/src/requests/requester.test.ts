import { describe, expect, it } from '@jest/globals';
import { createTestFetch, json, url } from '../../test/test-fetch.ts';
import { createTestRuntime, turns } from '../../test/test-runtime.ts';
import { createRequester } from './requester.ts';

const never = () => new Promise<Response>(() => {});
const broken = () => new TypeError('fetch failed');
const request = { path: '/v1/x', timeoutMs: 1_000 };

function start(respond: Parameters<typeof createTestFetch>[0]) {
  const runtime = createTestRuntime();
  const test = createTestFetch(respond);
  return {
    ...test,
    runtime,
    requester: createRequester({ url, key: 'the key', fetch: test.fetch }, runtime),
  };
}

describe('a request', () => {
  it('has the key in a header', async () => {
    const { requester, fetched } = start(() => json({}));
    expect(await requester.send({ ...request, body: '{"a":1}' })).toMatchObject({ kind: 'ok', text: '{}' });
    expect(fetched).toEqual([
      expect.objectContaining({
        path: '/v1/x',
        body: { a: 1 },
        headers: {
          'X-API-Key': 'the key',
          Accept: 'application/json',
          'Content-Type': 'application/json',
        },
      }),
    ]);
  });

  it('ends after its time, also with a fetch that knows no signals', async () => {
    const { requester, runtime } = start(never);
    const outcome = requester.send(request);
    runtime.advance(1_000);
    expect(await outcome).toEqual({ kind: 'failed', code: 'timeout', mayRetry: false });
  });

  it('ends after its time while the body comes', async () => {
    const endless = new ReadableStream({ pull: () => new Promise(() => {}) });
    const headers = { 'Content-Type': 'application/json' };
    const { requester, runtime } = start(() => new Response(endless, { headers }));
    const outcome = requester.send(request);
    await turns();
    runtime.advance(1_000);
    expect(await outcome).toMatchObject({ code: 'timeout' });
  });

  it('fails with an answer that is too large', async () => {
    const { requester } = start(() => json({ text: 'x'.repeat(100) }));
    expect(await requester.send({ ...request, maxBytes: 100 })).toMatchObject({ code: 'unexpected_answer' });
    expect(await requester.send({ ...request, maxBytes: 111 })).toMatchObject({ kind: 'ok' });
  });

  it('fails at once after the end, and what is under way ends', async () => {
    const { requester, fetched } = start(never);
    const outcome = requester.send(request);
    requester.close();
    expect(await outcome).toMatchObject({ kind: 'failed' });
    expect(await requester.send(request)).toMatchObject({ kind: 'failed' });
    expect(fetched).toHaveLength(1);
  });
});

describe('a request that may be repeated', () => {
  it.each([
    ['a broken connection', broken],
    ['502', () => json({}, 502)],
    ['503', () => json({}, 503)],
    ['504', () => new Response('<html>', { status: 504 })],
  ])('is sent once more after %s', async (_, failure) => {
    const { requester, fetched, answer } = start(() => {
      answer(() => json({}));
      return failure();
    });
    expect(await requester.sendTwice(request)).toMatchObject({ kind: 'ok' });
    expect(fetched).toHaveLength(2);
  });

  it('is sent twice at most', async () => {
    const { requester, fetched } = start(broken);
    expect(await requester.sendTwice(request)).toMatchObject({ code: 'network' });
    expect(fetched).toHaveLength(2);
  });

  it.each([
    ['500', () => json({}, 500)],
    ['429', () => json({}, 429)],
    ['400', () => json({}, 400)],
  ])('is not sent again after %s', async (_, failure) => {
    const { requester, fetched } = start(failure);
    await requester.sendTwice(request);
    expect(fetched).toHaveLength(1);
  });

  it('takes no longer than its time', async () => {
    const { requester, runtime, fetched, answer } = start(() => {
      runtime.advance(700);
      answer(never);
      return broken();
    });
    const outcome = requester.sendTwice(request);
    await turns();
    runtime.advance(299);
    await turns();
    expect(fetched.map(({ signal }) => signal.aborted)).toEqual([false, false]);
    runtime.advance(1);
    expect(await outcome).toMatchObject({ code: 'timeout' });
  });
});

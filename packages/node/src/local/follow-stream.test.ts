import { describe, expect, it } from '@jest/globals';
import { createTestRuntime, turns } from '../../test/test-runtime.ts';
import { createReporter, type BuntingError } from '../requests/reporter.ts';
import { createKeyRefusal, createRequestGate } from '../schedule/request-gate.ts';
import { followStream, maxSilenceMs } from './follow-stream.ts';
import type { OpenedStream } from './open-stream.ts';

const stream = { 'Content-Type': 'text/event-stream' };

/** Creates streams whose bytes the test sends. */
function start(open: () => Response | Error = () => new Response(null, { headers: stream })) {
  const runtime = createTestRuntime();
  const errors: BuntingError[] = [];
  const opened: {
    readonly headers: Readonly<Record<string, string>>;
    readonly signal: AbortSignal;
    send(text: string): Promise<void>;
    end(): Promise<void>;
  }[] = [];
  let current = open;
  const versions: number[] = [];
  const reliable: boolean[] = [];
  const stop = followStream({
    openStream: (url, headers, signal) => {
      expect(url).toBe('http://bunting.example/v1/stream');
      const answer = current();
      const transform = new TransformStream<Uint8Array>();
      const writer = transform.writable.getWriter();
      signal.addEventListener('abort', () => void writer.abort(new Error('aborted')).catch(() => {}));
      opened.push({
        headers,
        signal,
        async send(text) {
          await writer.write(new TextEncoder().encode(text));
          await turns();
        },
        async end() {
          await writer.close();
          await turns();
        },
      });
      if (answer instanceof Error) return Promise.reject(answer);
      const { status, headers: given } = answer;
      const pieces = status === 200 ? transform.readable : (answer.body ?? new Response('').body);
      return Promise.resolve({ status, headers: given, pieces: pieces as unknown as OpenedStream['pieces'] });
    },
    url: 'http://bunting.example',
    key: 'the key',
    gate: createRequestGate(runtime, createKeyRefusal()),
    runtime,
    reporter: createReporter(runtime, (error) => void errors.push(error)),
    version: () => versions.at(-1) ?? 7,
    onVersion: (version) => void versions.push(version),
    onReliable: (isReliable) => void reliable.push(isReliable),
  });
  return {
    runtime,
    errors,
    opened,
    versions,
    reliable,
    stop,
    answer: (next: typeof open) => void (current = next),
  };
}

describe('a stream', () => {
  it('is opened with the key and the version in headers, and tells of versions', async () => {
    const { opened, versions, reliable } = start();
    expect(opened[0]!.headers).toEqual({
      'X-API-Key': 'the key',
      Accept: 'text/event-stream',
      'Last-Event-ID': '7',
    });
    await turns();
    await opened[0]!.send('retry: 2000\nid: 7\n\n');
    await opened[0]!.send('id: 8\ndata: {}\n\nid: 9\ndata: {}\n\n');
    expect([versions, reliable]).toEqual([[9], [true]]);
  });

  it('that ends is opened anew after the time that it said', async () => {
    const { opened, runtime } = start();
    await turns();
    await opened[0]!.send('retry: 2000\nid: 8\ndata: {}\n\n');
    await opened[0]!.end();
    await runtime.pass(1_999);
    expect(opened).toHaveLength(1);
    await runtime.pass(1);
    expect(opened[1]!.headers).toMatchObject({ 'Last-Event-ID': '8' });
  });

  it('that is silent for 65 seconds is dead; a heartbeat keeps it', async () => {
    const { opened, runtime } = start();
    await turns();
    for (let n = 0; n < 4; n++) {
      await opened[0]!.send(':\n\n');
      await runtime.pass(maxSilenceMs - 1);
    }
    expect(opened[0]!.signal.aborted).toBe(false);
    await runtime.pass(1);
    expect(opened[0]!.signal.aborted).toBe(true);
    await runtime.pass(1_000);
    expect(opened).toHaveLength(2);
  });

  it('that fails three times is not relied upon until it is open again', async () => {
    const { opened, runtime, reliable, errors, answer } = start(() => new Error('refused'));
    await turns();
    await runtime.pass(1_000);
    expect([reliable, errors]).toEqual([[], []]);
    await runtime.pass(2_000);
    expect(reliable).toEqual([false]);
    expect(errors).toMatchObject([{ code: 'unavailable' }]);
    answer(() => new Response(null, { headers: stream }));
    await runtime.pass(4_000);
    expect([opened.length, reliable]).toEqual([4, [false, true]]);
  });

  it.each([
    ['another content type', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
    ['503', () => Response.json({ error: 'Too many streams.' }, { status: 503 })],
  ])('that is %s is a failure', async (_, respond) => {
    const { opened, runtime } = start(respond);
    await turns();
    await runtime.pass(999);
    expect(opened).toHaveLength(1);
    await runtime.pass(1);
    expect(opened).toHaveLength(2);
  });

  it('that is refused by its key is not asked for within ten minutes', async () => {
    const { opened, runtime, errors } = start(() => Response.json({ error: 'No.' }, { status: 401 }));
    await turns();
    await runtime.pass(10 * 60_000 - 1);
    expect(opened).toHaveLength(1);
    await runtime.pass(1);
    expect(opened).toHaveLength(2);
    expect(errors).toMatchObject([{ code: 'refused', status: 401 }, { code: 'refused' }]);
  });

  it('ends for good', async () => {
    const { opened, runtime, stop, versions } = start();
    await turns();
    stop();
    await opened[0]!.send('id: 8\ndata: {}\n\n').catch(() => {});
    await runtime.pass(60 * 60_000);
    expect([opened.length, versions]).toEqual([1, []]);
  });
});

import { connect } from 'node:net';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ProblemsFound } from '@bunting/definitions/checks';
import { HttpError } from '@bunting/service';
import { ensureBuilt } from '@bunting/testing';
import { watchTurns } from '@bunting/testing/turns';
import { createImportReader, type ImportReaderOptions } from '../../src/imports/import-reader.ts';
import { createCalls } from '../client.ts';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const workerUrl = new URL('../../dist/import-worker.js', import.meta.url);
beforeAll(ensureBuilt);
const withLongTimeout = { workerUrl, timeoutMs: 60_000 };

function read(text: string, isYaml: boolean, options: Partial<ImportReaderOptions> = {}): Promise<unknown> {
  const reader = createImportReader({ ...withLongTimeout, ...options });
  return reader(Buffer.from(text), isYaml).catch((error: unknown) => error);
}

const features = Array.from({ length: 120 }, (_, index) => ({
  slug: `feature-${index}`,
  variables: [{ slug: `variable-${index}`, type: 'json' }],
  variations: [
    {
      slug: 'on',
      values: { [`variable-${index}`]: JSON.parse('{"__proto__": [1.5, "ü\\u2028"]}') as object },
    },
  ],
}));

describe('a document that is imported', () => {
  it('is returned unchanged from its thread, in any number of pieces', async () => {
    const document = { prune: true, segments: [{ slug: 'all', any_of: [] }], features };
    expect(await read(JSON.stringify(document), false)).toEqual(document);
    expect(await read(JSON.stringify(document), true)).toEqual(document);
    expect(await read('', false)).toEqual({});
  });

  it('is refused with its problems', async () => {
    const wrong = (await read('{"features": [{"slug": "a"}, {"slug": "a"}, 1]}', false)) as ProblemsFound;
    expect(wrong).toBeInstanceOf(ProblemsFound);
    expect(wrong.problems.map(({ path }) => path)).toEqual(['features[2]', 'features[1].slug']);
    expect(((await read('a: [', true)) as ProblemsFound).problems[0]).toMatchObject({ path: 'line 1' });
    expect(await read('{', false)).toMatchObject({ status: 400, message: 'Invalid JSON.' });
    expect(await read(`{"a":${'['.repeat(1_000_000)}`, false)).toMatchObject({
      status: 400,
      message: 'The body is nested more than 100 levels deep.',
    });
    expect(await read(`{"a":[${'{},'.repeat(1_000_001)}1]}`, false)).toMatchObject({
      status: 400,
      message: 'The body has more than 1000000 lists and objects, or more than 1000000 members.',
    });
  });

  it('is stopped when it takes too long, while other requests are answered', async () => {
    const watched = watchTurns();
    const error = await read('[ '.repeat(1_000_000), true, { timeoutMs: 1_500, memoryMb: 4_096 });
    expect(error).toBeInstanceOf(HttpError);
    expect(error).toMatchObject({ status: 413, code: 'too_much_to_read' });
    expect((error as Error).message).toBe('Reading the document takes too much time. Import it in parts.');
    // Without the thread it would have been a single turn of the event loop.
    expect(watched().count).toBeGreaterThan(100);
  });

  it('is stopped when it takes too much memory, and the process survives', async () => {
    const error = await read('['.repeat(1_000_000), true, { memoryMb: 64 });
    expect(error).toMatchObject({ status: 413, code: 'too_much_to_read' });
    expect((error as Error).message).toBe('Reading the document takes too much memory. Import it in parts.');
    const largest = `{"a":[${'{},             '.repeat(999_000)}1]}`;
    expect(await read(`{"a":[${'{},'.repeat(999_000)}1]}`, false)).toMatchObject({ status: 400 });
    expect(await read(largest, false)).toBeInstanceOf(ProblemsFound);
  });
});

const app = useApp({ document: organisations, semaphoreWaitMs: 2_000, importTimeoutMs: 60_000 });

describe('an import that ends before its body does', () => {
  it('gives its permit to the next', async () => {
    const importing = `/settings/v1/organisations/acme/projects/web/import`;
    const head = `POST ${importing} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${acmeToken}\r\nContent-Length: 100\r\n\r\n{`;
    for (let count = 0; count < 5; count += 1) {
      const socket = connect(app.port, '127.0.0.1');
      socket.on('error', () => {});
      await new Promise((resolve) => socket.once('connect', resolve));
      socket.write(head);
      socket.end();
      await new Promise((resolve) => socket.resume().once('close', resolve));
    }
    const answer = await createCalls(app).post('/import?dry_run=true', {});
    expect(answer).toMatchObject({ status: 200, body: { changes: [] } });
  });
});

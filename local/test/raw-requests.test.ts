import { connect } from 'node:net';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestService, type ServiceProcess } from '@bunting/testing';
import { services } from '../src/services.ts';
import { demo, prepareDemo } from './installation/demo.ts';

/** A path of each service that takes a body, and the headers that it requires before it reads one. */
const targets: Readonly<Record<string, { path: string; header: string; takesBodies: boolean }>> = {
  'eval-api': {
    path: '/v1/variables/nothing',
    header: `X-API-Key: ${demo.environmentKey}`,
    takesBodies: true,
  },
  'ingest-api': { path: '/v1/events', header: `X-API-Key: ${demo.environmentKey}`, takesBodies: true },
  'coderefs-api': {
    path: '/v1/code-references',
    header: `Authorization: Bearer ${demo.token}`,
    takesBodies: true,
  },
  'settings-api': { path: '/settings/v1/session', header: 'X-Nothing: 0', takesBodies: true },
  'sync-api': { path: '/health', header: 'X-Nothing: 0', takesBodies: false },
  'webhook-dispatcher': { path: '/health', header: 'X-Nothing: 0', takesBodies: false },
  console: { path: '/livez', header: 'X-Nothing: 0', takesBodies: false },
};
const names = services.map(({ name }) => name);
const readers = names.filter((name) => targets[name]!.takesBodies);

let installation: Awaited<ReturnType<typeof prepareDemo>>;
const running = new Map<string, ServiceProcess>();
beforeAll(async () => {
  installation = await prepareDemo();
  await Promise.all(
    names.map(async (name) => running.set(name, await startTestService(name, installation.env))),
  );
});
afterAll(async () => {
  await Promise.all([...running.values()].map((service) => service.stop('SIGKILL')));
  await installation?.stop();
});

const patienceMs = 20_000;

/** Sends bytes unchanged and returns everything that comes back until the service closes the connection. */
function exchange(name: string, bytes: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(running.get(name)!.port, '127.0.0.1');
    let answer = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`${name} did not close the connection: ${answer}`));
    }, patienceMs);
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', () => {}); // it may be reset after the answer
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(answer);
    });
    socket.write(bytes);
  });
}

const statusesIn = (answer: string) =>
  [...answer.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => status);

/** Returns a request with these lines in its head, followed by a second one that must never be answered. */
function request(name: string, lines: readonly string[], body: string): string {
  const { path, header } = targets[name]!;
  return [`POST ${path} HTTP/1.1`, 'Host: x', header, ...lines, '', body].join('\r\n');
}
const smuggled = 'GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n';

/** Heads that two servers could understand in two ways. */
const ambiguous: [what: string, lines: string[], body: string][] = [
  [
    'Content-Length and Transfer-Encoding',
    ['Content-Length: 4', 'Transfer-Encoding: chunked'],
    `0\r\n\r\n${smuggled}`,
  ],
  [
    'Transfer-Encoding and Content-Length',
    ['Transfer-Encoding: chunked', 'Content-Length: 4'],
    `0\r\n\r\n${smuggled}`,
  ],
  ['two lengths', ['Content-Length: 2', 'Content-Length: 40'], `{}${smuggled}`],
  ['the same length twice', ['Content-Length: 2', 'Content-Length: 2'], `{}${smuggled}`],
  ['a list of lengths', ['Content-Length: 2, 2'], `{}${smuggled}`],
  ['a signed length', ['Content-Length: +2'], `{}${smuggled}`],
  ['a negative length', ['Content-Length: -2'], `{}${smuggled}`],
  ['a length in hexadecimal', ['Content-Length: 0x2'], `{}${smuggled}`],
  ['a length with a space in it', ['Content-Length: 2 0'], `{}${smuggled}`],
  ['a length beyond any number', ['Content-Length: 99999999999999999999999'], `{}${smuggled}`],
  ['a space before the colon', ['Content-Length : 2'], `{}${smuggled}`],
  ['a folded line', ['X-Folded: a', ' b', 'Content-Length: 2'], `{}${smuggled}`],
  ['a bare carriage return', ['X-Bare: a\rContent-Length: 2'], `{}${smuggled}`],
  ['a bare line feed', ['X-Bare: a\nContent-Length: 2', 'Content-Length: 2'], `{}${smuggled}`],
  ['a NUL in a header', ['X-Nul: a\0b', 'Content-Length: 2'], `{}${smuggled}`],
  ['a header without a name', [': a', 'Content-Length: 2'], `{}${smuggled}`],
  ['chunked twice', ['Transfer-Encoding: chunked, chunked'], `0\r\n\r\n${smuggled}`],
  ['chunked, but not last', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${smuggled}`],
  ['an unknown encoding', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${smuggled}`],
  ['chunked with a vertical tab', ['Transfer-Encoding: \u000bchunked'], `0\r\n\r\n${smuggled}`],
  ['chunked in quotes', ['Transfer-Encoding: "chunked"'], `0\r\n\r\n${smuggled}`],
  [
    'a chunk longer than any',
    ['Transfer-Encoding: chunked'],
    `fffffffffffffffff\r\n{}\r\n0\r\n\r\n${smuggled}`,
  ],
  ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], `1\r\n{}\r\n0\r\n\r\n${smuggled}`],
  ['a signed chunk', ['Transfer-Encoding: chunked'], `+2\r\n{}\r\n0\r\n\r\n${smuggled}`],
  ['a chunk in 0x', ['Transfer-Encoding: chunked'], `0x2\r\n{}\r\n0\r\n\r\n${smuggled}`],
  [
    'an extension of a chunk with a line feed',
    ['Transfer-Encoding: chunked'],
    `2;a\nb\r\n{}\r\n0\r\n\r\n${smuggled}`,
  ],
  [
    'extensions of a chunk without end',
    ['Transfer-Encoding: chunked'],
    `2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n${smuggled}`,
  ],
];

describe.each(names)('%s answers 400 or 413 once and closes the connection', (name) => {
  it.each(ambiguous)('for %s', async (_, lines, body) => {
    const answer = await exchange(name, request(name, lines, body));
    const statuses = statusesIn(answer);
    expect(['400', '413']).toContain(statuses.at(-1));
    // If the body is not read, a valid head is answered before its body is found to be wrong.
    expect(statuses.length).toBeLessThanOrEqual(targets[name]!.takesBodies ? 1 : 2);
    expect(answer).not.toContain('process_cpu_seconds_total');
  });

  it('431 for a head of more than 16 KB', async () => {
    for (const line of [`X-Long: ${'a'.repeat(17_000)}`, `${'X'.repeat(17_000)}: a`]) {
      expect(statusesIn(await exchange(name, request(name, [line, 'Content-Length: 2'], '{}')))).toEqual([
        '431',
      ]);
    }
    const many = Array.from({ length: 3_000 }, (_, n) => `X-${n}: a`);
    expect(statusesIn(await exchange(name, request(name, [...many, 'Content-Length: 2'], '{}')))).toEqual([
      '431',
    ]);
    const long = `GET /${'a'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect(statusesIn(await exchange(name, long))).toEqual(['431']);
  });

  it('to bytes that are not HTTP', async () => {
    for (const text of [
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      'hello\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
    ]) {
      expect(statusesIn(await exchange(name, text))).toEqual(['400']);
    }
  });
});

describe.each(['eval-api', 'ingest-api', 'coderefs-api'])('%s answers 401 to a key or token', (name) => {
  const { path, header } = targets[name]!;
  const [field, value] = header.split(': ');
  const chunked = 'Transfer-Encoding: chunked';
  const length = 'Content-Length: 2';

  it.each<[what: string, lines: string[], body: string]>([
    ['in a trailer', [chunked, `Trailer: ${field}`], `2\r\n{}\r\n0\r\n${header}\r\n\r\n`],
    ['in a trailer that is not announced', [chunked], `2\r\n{}\r\n0\r\n${header}\r\n\r\n`],
    ['behind another', [`${field}: nobody`, header, length], '{}'],
    ['in a header whose name has underscores', [`X_API_Key: ${value}`, length], '{}'],
    ['in a header with its name in CGI', [`HTTP_${field!.replaceAll('-', '_')}: ${value}`, length], '{}'],
  ])('%s', async (_, lines, body) => {
    const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines];
    expect(statusesIn(await exchange(name, [...head, '', body].join('\r\n')))).toEqual(['401']);
  });
});

it.each(['eval-api', 'ingest-api'])('%s answers 401 to a key that is sent twice', async (name) => {
  const { path, header } = targets[name]!;
  const head = [`POST ${path} HTTP/1.1`, 'Host: x', 'Connection: close', header, header, 'Content-Length: 2'];
  expect(statusesIn(await exchange(name, [...head, '', '{}'].join('\r\n')))).toEqual(['401']);
});

async function post(name: string, body: string | Buffer, encoding?: string): Promise<number> {
  const { path, header } = targets[name]!;
  const [field, value] = header.split(': ');
  const answer = await fetch(`${running.get(name)!.url}${path}`, {
    method: 'POST',
    headers: { [field!]: value!, ...(encoding !== undefined && { 'Content-Encoding': encoding }) },
    body: body as string,
  });
  await answer.body?.cancel();
  return answer.status;
}

describe.each(readers)('%s, of bodies', (name) => {
  it.each([
    ['gzip in gzip', 415, 'gzip, gzip', gzipSync(gzipSync('{}'))],
    ['an unknown encoding', 415, 'zstd', '{}'],
    ['encodings that are none', 415, '__proto__', '{}'],
    ['plain text called gzip', 400, 'gzip', '{}'],
    ['gzip called br', 400, 'br', gzipSync('{}')],
    ['gzip with a wrong sum', 400, 'gzip', gzipSync('{"a":1}').fill(0, 19)],
    ['gzip with its end cut off', 400, 'gzip', gzipSync('{"a":1}').subarray(0, 15)],
  ])('%s is %i', async (_, status, encoding, body) => {
    expect(await post(name, body, encoding)).toBe(status);
  });

  it.each([
    ['UTF-16', Buffer.from('\uFEFF{}', 'utf16le')],
    ['UTF-16 without its mark', Buffer.from('{}', 'utf16le')],
    ['bytes that are no UTF-8', Buffer.from('{"a":"\xff"}', 'latin1')],
    ['overlong UTF-8', Buffer.from('{"a":"\xc0\xaf"}', 'latin1')],
    ['a surrogate in UTF-8', Buffer.from('{"a":"\xed\xa0\x80"}', 'latin1')],
  ])('%s is 400', async (_, body) => {
    expect(await post(name, body)).toBe(400);
  });

  it('a byte order mark in front changes nothing', async () => {
    expect(await post(name, '\uFEFF{}')).toBe(await post(name, '{}'));
  });

  it('sixty megabytes in a few hundred bytes of Brotli are 413, and do not use that much memory', async () => {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
    const bomb = brotliCompressSync(Buffer.alloc(60 * 2 ** 20, ' '), { params });
    expect(bomb.length).toBeLessThan(1_000);
    const resident = () => running.get(name)!.metric('process_resident_memory_bytes');
    await post(name, '{}');
    const before = await resident();
    for (let times = 0; times < 3; times++) expect(await post(name, bomb, 'br')).toBe(413);
    // Half of one bomb: a body is never decompressed beyond its limit. A snapshot is read as a stream of up to 50 MB.
    const most = name === 'coderefs-api' ? 120 * 2 ** 20 : 60 * 2 ** 20;
    expect((await resident()) - before).toBeLessThan(most);
  });

  it('members named __proto__ and constructor change nothing', async () => {
    for (const body of [
      '{"__proto__":{"user":1,"events":[],"email":"a"}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
    ]) {
      expect([200, 400, 404]).toContain(await post(name, body));
    }
    const answer = await running.get(name)!.get('/health');
    expect(await answer.json()).not.toHaveProperty('polluted');
  });
});

describe('all of them', () => {
  it('still run, and log no internal error', async () => {
    for (const service of running.values()) {
      expect((await service.get('/readyz')).status).toBe(200);
      expect(service.outputSoFar()).not.toMatch(/"level":"error"|"level":50/);
    }
  });
});

import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { keys, organisations } from '../organisations.ts';
import { startApp, type RunningApp } from '../running-app.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp({ document: organisations });
  await send('/v1/variables/checkout-enabled', '{}');
});
afterAll(() => app.stop());

const mostCpuMs = 300;
const limit = 100 * 1024;
const single = '/v1/variables/checkout-enabled';
const patterned = '/v1/variables/patterned';
const batch = '/v1/variables';

const nested = (levels: number, open: string, inner: string, close: string) =>
  open.repeat(levels) + inner + close.repeat(levels);
const lists = nested(25_000, '[', '', ']');
const objects = nested(14_000, '{"a":', '1', '}');
const longText = 'a'.repeat(95_000);
const megabyte = 'a'.repeat(1_000_000);
const invalidUtf8 = (text: string) => Buffer.from(text, 'latin1');
const zeros = Buffer.alloc(60_000_000, ' ');
const fastBrotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

type Case = [what: string, path: string, body: string | Buffer, status: number, encoding?: string];

const cases: Case[] = [
  ['25,000 lists in one another, never closed', single, '['.repeat(25_000), 400],
  ['25,000 lists in one another', single, lists, 400],
  ['100,000 lists in one another', single, '['.repeat(100_000), 400],
  ['25,000 lists as user', single, `{"user":${lists}}`, 400],
  ['25,000 lists in custom_data', single, `{"user":{"id":"u","custom_data":{"tester":${lists}}}}`, 400],
  ['14,000 objects as custom_data', single, `{"user":{"id":"u","custom_data":${objects}}}`, 400],
  ['25,000 lists as audiences', single, `{"user":{"audiences":${lists}}}`, 400],
  [
    'as many lists in custom_data as a body may have',
    single,
    `{"user":{"id":"u","custom_data":{"tester":${nested(97, '[', '', ']')}}}}`,
    200,
  ],
  [
    '34,000 lists beside one another',
    single,
    `{"user":{"custom_data":{"a":[${'[],'.repeat(33_000)}[]]}}}`,
    200,
  ],
  ['25,000 lists as keys', batch, `{"keys":${lists}}`, 400],
  ['a string of a megabyte', single, `{"user":{"id":"${megabyte}"}}`, 413],
  ['a string of a megabyte in a batch', batch, `{"keys":["${megabyte}"]}`, 413],
  ['a long id', single, `{"user":{"id":"${longText}"}}`, 200],
  ['a long e-mail address', single, `{"user":{"email":"${longText}@acme.example"}}`, 200],
  ['a long key', batch, `{"keys":["${longText}"]}`, 200],
  ['a long key of quotation marks', batch, `{"keys":["${String.raw`\"`.repeat(45_000)}"]}`, 200],
  ['25,001 keys', batch, `{"keys":[${'"a",'.repeat(25_000)}"a"]}`, 400],
  ['20,000 audiences', single, `{"user":{"audiences":[${'"a",'.repeat(20_000)}"a"]}}`, 200],
  [
    '8,000 custom members',
    single,
    `{"user":{"custom_data":{${Array.from({ length: 8_000 }, (_, i) => `"k${i}":1`).join()}}}}`,
    200,
  ],
  ['a long text for patterns', patterned, `{"user":{"custom_data":{"text":"${longText}!"}}}`, 200],
  [
    'a long text for patterns that cannot match',
    patterned,
    `{"user":{"custom_data":{"text":"${'xa'.repeat(40_000)}"}}}`,
    200,
  ],
  ['__proto__ with a user', single, '{"__proto__":{"user":{"email":"a@acme.example"}}}', 200],
  ['__proto__ in the user', single, '{"user":{"__proto__":{"email":"a@acme.example"}}}', 200],
  ['__proto__ as custom_data', single, '{"user":{"custom_data":{"__proto__":{"tester":true}}}}', 200],
  ['constructor and its like', single, '{"constructor":1,"toString":2,"user":{"hasOwnProperty":3}}', 200],
  ['members twice', single, '{"user":1,"user":{}}', 200],
  ['members twice, the last of them wrong', single, '{"user":{},"user":1}', 400],
  ['bytes that are no UTF-8', single, invalidUtf8('{"user":{"id":"\xff\xfe"}}'), 400],
  ['UTF-8 that is cut off', single, invalidUtf8('{"user":{"id":"\xe4\xb8"}}'), 400],
  ['overlong UTF-8', single, invalidUtf8('{"user":{"id":"\xc0\xaf"}}'), 400],
  ['half a surrogate pair', single, String.raw`{"user":{"id":"\ud800"}}`, 200],
  ['numbers out of range', single, '{"user":{"id":1e400,"custom_data":{"n":-1e400,"m":1e-400}}}', 200],
  ['a number of 90,000 digits', single, `{"user":{"id":${'9'.repeat(90_000)}}}`, 200],
  ['a NUL', single, '{"user":{"id":"\u0000"}}', 400],
  ['a byte order mark', single, '\uFEFF{}', 200],
  ['two byte order marks', single, '\uFEFF\uFEFF{}', 400],
  ['nothing but space', single, ' '.repeat(90_000), 400],
  ['a gzip bomb', single, gzipSync(zeros), 413, 'gzip'],
  ['a deflate bomb', single, deflateSync(zeros), 413, 'deflate'],
  ['a Brotli bomb', single, brotliCompressSync(zeros, fastBrotli), 413, 'br'],
  ['gzip in gzip', single, gzipSync(gzipSync('{}')), 400, 'gzip'],
  ['half of a gzip', single, gzipSync('{"user":{}}').subarray(0, 15), 400, 'gzip'],
  ['gzip that is none', single, '{}', 400, 'gzip'],
  ['an unknown encoding', single, '{}', 415, 'zstd'],
  ['a good body, compressed', single, gzipSync('{"user":{"email":"a@acme.example"}}'), 200, 'gzip'],
];

function send(path: string, body: string | Buffer, encoding?: string): Promise<Response> {
  return fetch(`http://127.0.0.1:${app.port}${path}`, {
    method: 'POST',
    headers: { 'X-API-Key': keys.production, ...(encoding && { 'Content-Encoding': encoding }) },
    body: body as string,
  });
}

/** Returns the CPU time of this process, including the client in it, for `work`. */
async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('hostile bodies', () => {
  it.each(cases.map((given) => [given[0], given] as const))('%s', async (_, given) => {
    const [, path, body, status, encoding] = given;
    let response: Response | undefined;
    const cpuMs = await cpuMsOf(async () => {
      response = await send(path, body, encoding);
    });
    const text = await response!.text();
    expect([response!.status, text]).toEqual([status, expect.any(String)]);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(cpuMs).toBeLessThan(mostCpuMs);
    expect(text.length).toBeLessThan(2.5 * limit);
  });

  it('cannot change a prototype', async () => {
    const bodies = cases.filter(([what]) => what.startsWith('__proto__'));
    for (const [, path, body] of bodies) {
      const answer = await (await send(path, body)).json();
      expect(answer).toMatchObject({ reason: 'no_rule_matched' });
    }
    expect(({} as Record<string, unknown>)['tester']).toBeUndefined();
  });

  it('leave the service as it was', async () => {
    const answer = await send(single, '{"user":{"id":"user-7"}}');
    expect(await answer.json()).toMatchObject({ reason: 'self_targeting_override' });
    expect(app.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});

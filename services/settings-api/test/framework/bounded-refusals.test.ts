import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { acmeToken, organisations } from '../organisations.ts';
import { useApp } from '../running-app.ts';

const app = useApp({ document: organisations, importTimeoutMs: 60_000 });

const kibibyte = 1024;
const web = '/organisations/acme/projects/web';
const named = { Authorization: `Bearer ${acmeToken}` };

/** Returns a list that fills a body of `bytes`. */
const filled = (bytes: number, before: string, entry: string, after: string) => {
  const count = Math.floor((bytes - before.length - after.length) / (entry.length + 1));
  return `${before}${Array<string>(count).fill(entry).join()}${after}`;
};
const nul = String.raw`"\u0000"`;
const rounded = '9007199254740993';

function shapesOf(bytes: number): [what: string, body: string][] {
  return [
    [
      'a name of quotes over texts that cannot be stored',
      filled(bytes, `{"${String.raw`\"`.repeat(bytes / 4)}":[`, nul, ']}'),
    ],
    ['a long name over them', filled(bytes, `{"${'x'.repeat(bytes / 2)}":[`, nul, ']}')],
    ['a long name over rounded numbers', filled(bytes, `{"${'x'.repeat(bytes / 2)}":[`, rounded, ']}')],
    ['texts that cannot be stored', filled(bytes, '{"email":[', nul, ']}')],
    ['rounded numbers', filled(bytes, '{"email":[', rounded, ']}')],
    ['numbers out of range', filled(bytes, '{"email":[', '1e400', ']}')],
    ['unknown members', `{${Array.from({ length: bytes / 16 }, (_, i) => `"member${i}":1`).join()}}`],
    ['lists without end', '['.repeat(bytes)],
    ['objects without end', '{"":'.repeat(bytes / 4)],
    ['many empty objects', filled(bytes, '{"email":[', '{}', ']}')],
    ['a number of countless digits', `{"email":0.1${'0'.repeat(bytes - 20)}1}`],
  ];
}

/** Returns the answer, and the CPU time of this process for it, including that of the client. */
async function send(method: string, path: string, body: string | Buffer, headers: Record<string, string>) {
  const before = process.cpuUsage();
  const response = await fetch(`http://127.0.0.1:${app.port}/settings/v1${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: body as string,
  });
  const text = await response.text();
  const { user, system } = process.cpuUsage(before);
  return { status: response.status, text, cpuMs: (user + system) / 1_000 };
}

/** Checks the bounds of every refusal. The bound of CPU time has a margin; without the limits it was seconds. */
function expectBounded({ status, text, cpuMs }: Awaited<ReturnType<typeof send>>): void {
  expect([400, 413]).toContain(status);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(64 * kibibyte);
  expect(() => JSON.parse(text) as unknown).not.toThrow();
  expect(cpuMs).toBeLessThan(1_000);
}

describe('a request without authentication', () => {
  const routes = ['/session', '/accounts', '/invitations/x', '/password-resets/x'];
  it.each(shapesOf(64 * kibibyte - 64))('is refused with a short answer: %s', async (_, body) => {
    for (const path of routes) {
      const answer = await send('POST', path, gzipSync(body), { 'Content-Encoding': 'gzip' });
      expectBounded(answer);
      const { details = [] } = JSON.parse(answer.text) as { details?: object[] };
      expect(details.length).toBeLessThanOrEqual(21);
    }
  });

  it('takes no memory that stays, eight at a time and unread', async () => {
    const [, body] = shapesOf(64 * kibibyte - 64)[0]!;
    const send8 = () =>
      Promise.all(
        Array.from({ length: 8 }, () =>
          fetch(`http://127.0.0.1:${app.port}/settings/v1/session`, {
            method: 'POST',
            headers: { 'Content-Encoding': 'gzip' },
            body: gzipSync(body),
          }),
        ),
      );
    await send8();
    const before = process.memoryUsage().rss;
    const unread = await send8();
    // Without the limit they took 1.6 GB.
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
    expect(new Set(unread.map(({ status }) => status))).toEqual(new Set([400]));
    for (const response of unread) await response.body?.cancel();
  });
});

const rule = (conditions: string) => `{"serve":{"variation":"on"},"any_of":[{"all_of":[${conditions}]}]}`;
const megabyte = 1024 * kibibyte - 64;
const ofRules: [what: string, body: string][] = [
  ['half a million numbers as rules', filled(megabyte, '{"enabled":true,"rules":[', '0', ']}')],
  [
    'a thousand rules with wrong conditions',
    filled(megabyte, '{"enabled":true,"rules":[', rule(Array(20).fill('{}').join()), ']}'),
  ],
  [
    'ten thousand wrong values in each condition',
    `{"enabled":true,"rules":[${rule(
      Array<string>(20)
        .fill(filled(45_000, '{"property":"email","operator":"gt","values":[', 'null', ']}'))
        .join(),
    )}]}`,
  ],
  [
    'values that do not fit their operator',
    `{"enabled":true,"rules":[${rule(
      Array<string>(20)
        .fill(filled(45_000, '{"property":"email","operator":"is","values":[', 'true', ']}'))
        .join(),
    )}]}`,
  ],
  [
    'unknown segments with long names',
    `{"enabled":true,"rules":[${rule(
      `{"property":"segment","operator":"in_segment","values":["${'s'.repeat(megabyte / 2)}","${String.raw`\u0001`.repeat(50_000)}"]}`,
    )}]}`,
  ],
];

describe('a request of a member', () => {
  it.each([...shapesOf(megabyte), ...ofRules])('is refused with a short answer: %s', async (_, body) => {
    const paths: [string, string][] = [
      ['PUT', `${web}/features/checkout/environments/staging/targeting`],
      ['POST', `${web}/features`],
      ['POST', `${web}/segments`],
      ['PUT', `${web}/features/checkout/environments/staging/defaults`],
    ];
    for (const [method, path] of paths) {
      const compressed = { ...named, 'Content-Encoding': 'gzip' };
      expectBounded(await send(method, path, gzipSync(body), compressed));
    }
  });

  it('answers the first thousand of countless problems, as far as they fit', async () => {
    const one = `{"any_of": [${'1,'.repeat(999)}1]}`;
    const body = `{"enabled": true, "rules": [${`${one},`.repeat(199)}${one}]}`;
    const answer = await send('PUT', `${web}/features/checkout/environments/staging/targeting`, body, named);
    const { details } = JSON.parse(answer.text) as { details: object[] };
    expect(details.length).toBeGreaterThan(700);
    expect(details.length).toBeLessThanOrEqual(1_001);
    expect(details.at(-1)).toEqual({ path: '', message: 'and more', code: 'omitted' });
  });

  it('says that a list is too long, and nothing about its entries', async () => {
    const body = `{"slug": "countless", "variations": [${'1,'.repeat(200_000)}1]}`;
    const { text } = await send('POST', `${web}/features`, body, named);
    expect(JSON.parse(text)).toMatchObject({
      details: [{ path: 'variations', message: 'must have at most 200 entries' }],
    });
  });

  it('refuses names of members that are too long', async () => {
    const values = (length: number) => ({ off: { ['n'.repeat(length)]: 1 }, 'one-page': {} });
    const variable = (length: number) =>
      JSON.stringify({ slug: 'named', type: 'json', values: values(length) });
    const refused = await send('POST', `${web}/features/checkout/variables`, variable(501), named);
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('has a name of more than 500 characters'),
    ]);
    expect((await send('POST', `${web}/features/checkout/variables`, variable(500), named)).status).toBe(201);
  });
});

describe('an import of an admin', () => {
  const importing = `${web}/import?dry_run=true`;
  const list = (bytes: number, entry: string) => filled(bytes, '{"features":[', entry, ']}');
  it.each<[string, string, string]>([
    ['numbers as features', 'application/json', list(megabyte, '0')],
    ['texts that cannot be stored', 'application/json', list(megabyte, nul)],
    ['objects without members', 'application/json', list(megabyte, '{}')],
    ['features without anything', 'application/json', list(29_000, '{}')],
    ['lists without end', 'application/json', '['.repeat(megabyte)],
    ['brackets without end as YAML', 'application/yaml', '['.repeat(20_000)],
    ['braces that close nothing as YAML', 'application/yaml', '}'.repeat(20_000)],
    ['names that stand twice as YAML', 'application/yaml', 'a: 1\n'.repeat(20_000)],
  ])('is refused with a short answer: %s', async (_, type, body) => {
    const answer = await send('POST', importing, gzipSync(body), {
      ...named,
      'Content-Type': type,
      'Content-Encoding': 'gzip',
    });
    // This CPU time includes that of the thread, which delays no other request.
    expectBounded({ ...answer, cpuMs: 0 });
  });
});

import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServiceClient } from '../src/service/service-client.ts';
import { runBunting } from './run-bunting.ts';
import { json, startStandIn, type StandIn } from './service-stand-in.ts';
import { cleanEnvironment } from './temporary-repository.ts';

const variables = [
  { key: 'checkout-layout', type: 'string', feature: 'checkout', client: true, values: ['classic'] },
  { key: 'checkout-steps', type: 'number', feature: 'checkout', client: false },
];
const written = `/* eslint-disable */
// Variables of the project 'shop', written by bunting types. Do not edit.
export {};

declare module '@bunting/client' {
  interface Variables {
    'checkout-layout': string;
    'checkout-steps': number;
  }
}
`;

let service: StandIn;
let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bunting-types-'));
  service = await startStandIn([]);
  service.next(json(200, { variables }), json(200, { variables }));
});
afterEach(async () => {
  await service.stop();
  rmSync(folder, { recursive: true });
});

const types = (args: readonly string[] = [], env: Record<string, string> = {}) =>
  runBunting({ folder, env: cleanEnvironment(folder) }, ['types', ...args], { ...service.env, ...env });
const inFolder = (name: string) => join(folder, name);

describe('bunting types', () => {
  it('prints the declarations; it needs no repository', async () => {
    expect(await types()).toEqual({ code: 0, stdout: written, stderr: '' });
    expect(service.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/types?project=shop',
    ]);
    expect(service.seen[0]?.headers).toMatchObject({ authorization: 'Bearer rpa_test_token' });
  });

  it('asks for values only with --literals', async () => {
    expect((await types(['--literals'])).stdout).toContain("'checkout-layout': 'classic';");
    expect(service.seen[0]?.path).toBe('/v1/types?project=shop&include=values');
  });

  it('narrows the keys of OpenFeature only with --openfeature', async () => {
    expect((await types(['--openfeature'])).stdout).toContain(`declare module '@openfeature/core' {
  export type BooleanFlagKey = never;
  export type StringFlagKey =
    | 'checkout-layout'
    ;
`);
    expect((await types()).stdout).not.toContain('@openfeature');
  });

  it('writes, and counts, only variables of clients with --client', async () => {
    const { stdout } = await types(['--client']);
    expect(stdout).toContain("'checkout-layout': string;");
    expect(stdout).not.toContain('checkout-steps');
    expect((await types(['--client', '--out', 'bunting.d.ts'])).stderr).toBe(
      'Wrote bunting.d.ts: 1 variable of shop.\n',
    );
  });

  it('writes the same bytes for the same variables, in whatever order they come', async () => {
    const other = await startStandIn([]);
    other.next(json(200, { variables: variables.toReversed() }));
    expect((await types([], other.env)).stdout).toBe((await types()).stdout);
    await other.stop();
  });

  it('writes a file, and leaves one alone that is up to date', async () => {
    expect(await types(['--out', 'bunting.d.ts'])).toEqual({
      code: 0,
      stdout: '',
      stderr: 'Wrote bunting.d.ts: 2 variables of shop.\n',
    });
    expect(readFileSync(inFolder('bunting.d.ts'), 'utf8')).toBe(written);
    const { mtimeMs } = statSync(inFolder('bunting.d.ts'));
    expect(await types(['--out', 'bunting.d.ts'])).toMatchObject({
      code: 0,
      stderr: 'bunting.d.ts is up to date.\n',
    });
    expect(statSync(inFolder('bunting.d.ts')).mtimeMs).toBe(mtimeMs);
  });

  it.each([
    ['--project', ['--project', 'Shop'], { BUNTING_PROJECT: 'other' }],
    ['BUNTING_PROJECT', [], { BUNTING_PROJECT: 'SHOP' }],
    ['bunting.yaml', [], { BUNTING_PROJECT: '' }],
    ['another file', ['--config', 'other.yaml'], { BUNTING_PROJECT: '' }],
  ])('takes the project from %s, in any case', async (_, args, env) => {
    writeFileSync(inFolder('bunting.yaml'), 'project: shop\n');
    writeFileSync(inFolder('other.yaml'), 'project: SHOP\n');
    expect(await types(args, env)).toMatchObject({ code: 0, stdout: written });
    expect(service.seen[0]?.path).toBe('/v1/types?project=shop');
  });

  it('ends with 2 without a project, and lists what is missing before it calls the service', async () => {
    expect(await types([], { BUNTING_PROJECT: '' })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No project set.'),
    });
    expect(await types(['--check', 'more'], { BUNTING_TOKEN: '' })).toMatchObject({
      code: 2,
      stderr:
        'Unexpected argument "more".\nSet BUNTING_URL and BUNTING_TOKEN.\n' +
        '--check needs --out.\nSee bunting types --help.\n',
    });
    expect(service.seen).toHaveLength(0);
  });

  it('ends with 2 where the file cannot be read', async () => {
    symlinkSync('bunting.d.ts', inFolder('bunting.d.ts'));
    expect(await types(['--out', 'bunting.d.ts'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--out cannot be read (ELOOP)'),
    });
  });
});

describe('--check', () => {
  const check = (...args: string[]) => types(['--check', '--out', 'bunting.d.ts', ...args]);

  it.each([
    ['the bytes', written],
    ['the lines, with the ends that git makes on Windows', written.replaceAll('\n', '\r\n')],
  ])('passes where the file has %s', async (_, text) => {
    writeFileSync(inFolder('bunting.d.ts'), text);
    expect(await check()).toEqual({ code: 0, stdout: '', stderr: 'Check passed.\n' });
  });

  it('fails with 1, names the difference and writes nothing', async () => {
    const stale = written
      .replace('steps', 'pages')
      .replace("'checkout-layout': string", "'checkout-layout': JsonValue");
    writeFileSync(inFolder('bunting.d.ts'), stale);
    expect(await check()).toEqual({
      code: 1,
      stdout: '',
      stderr: `  - 'checkout-layout': JsonValue;
  - 'checkout-pages': number;
  + 'checkout-layout': string;
  + 'checkout-steps': number;
Check failed: bunting.d.ts is out of date. Run the same command without --check.
`,
    });
    expect(readFileSync(inFolder('bunting.d.ts'), 'utf8')).toBe(stale);
  });

  it('fails with 1 where there is no file, and with 0 by --soft-fail', async () => {
    expect(await check()).toMatchObject({ code: 1, stderr: 'Check failed: bunting.d.ts does not exist.\n' });
    expect(await check('--soft-fail')).toMatchObject({ code: 0 });
    expect(existsSync(inFolder('bunting.d.ts'))).toBe(false);
  });

  it('prints a hostile file as text that cannot control the terminal', async () => {
    writeFileSync(inFolder('bunting.d.ts'), `\u001b[2J\u202e\n${written}`);
    const { code, stderr } = await check();
    expect(code).toBe(1);
    expect(stderr).toContain(String.raw`- \u001b[2J\u202e`);
  });
});

describe('the answer of the service', () => {
  it.each([
    [
      401,
      { error: 'Invalid or missing API token.' },
      'Check BUNTING_TOKEN: it must be an organisation token',
    ],
    [403, { error: 'The organisation is suspended.', code: 'organisation_suspended' }, 'suspended'],
    [404, { error: 'Unknown project.', code: 'not_found' }, 'Check --project: it must be the slug'],
    [404, { error: 'Not found.', code: 'route_not_found' }, 'older than this command'],
    [404, { error: 'Not found.' }, 'older than this command'],
    [409, { error: 'The types of the project are too long.', code: 'limit_reached' }, 'too long'],
    [200, { keys: [] }, 'answered without a list of variables'],
    [200, { variables: [{ key: 'a', type: 'date' }] }, 'this version does not know'],
  ])('%d %j ends with 3, and the file stays', async (status, body, message) => {
    writeFileSync(inFolder('bunting.d.ts'), 'as it was');
    const hostile = await startStandIn([]);
    hostile.next(json(status, body));
    const ran = await types(['--out', 'bunting.d.ts'], hostile.env);
    await hostile.stop();
    expect(ran).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(message) });
    expect(readFileSync(inFolder('bunting.d.ts'), 'utf8')).toBe('as it was');
  });

  it('is read up to a bound, and not asked for again', async () => {
    const endless = await startStandIn([]);
    const closed = new Promise<void>((resolve) => {
      endless.next((_, response) => {
        response.writeHead(200, { 'Content-Type': 'application/json' });
        response.on('close', resolve);
        const fill = () => {
          while (!response.destroyed && response.write(' '.repeat(65_536)));
        };
        response.on('drain', fill);
        fill();
      });
    });
    const client = createServiceClient({
      url: new URL(endless.url),
      token: 'rpa_test_token',
      version: '1.2.3',
      maxBytes: 1_000_000,
    });
    await expect(client.listTypes('shop', false)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('answered with more than 1000000 bytes'),
    });
    // The rest is not read.
    await closed;
    expect(endless.seen).toHaveLength(1);
    await endless.stop();
  });

  it('may have exactly as many bytes as the bound, also with a refusal beyond it', async () => {
    const client = createServiceClient({
      url: new URL(service.url),
      token: 'rpa_test_token',
      version: '1.2.3',
      maxBytes: JSON.stringify({ variables }).length,
    });
    expect(await client.listTypes('shop', false)).toHaveLength(2);
    service.next(json(200, { variables }), json(404, { error: 'x'.repeat(1_000) }));
    await client.listTypes('shop', false);
    await client.listTypes('shop', false);
    await expect(client.listTypes('shop', false)).rejects.toThrow('answered 404');
  });
});

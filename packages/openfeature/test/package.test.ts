/**
 * The package that applications install: the contents of the archive, both kinds of module, and the types for both.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureBuilt } from '@bunting/testing';
import { writeTypes } from '../../cli/src/types/write-types.ts';

const own = fileURLToPath(new URL('..', import.meta.url));
const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

let folder: string;
let files: readonly string[];
beforeAll(async () => {
  await ensureBuilt();
  folder = mkdtempSync(join(tmpdir(), 'bunting-openfeature-'));
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(
    execFileSync('npm', args, { cwd: own, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as [{ filename: string; files: { path: string }[] }];
  files = packed.files.map(({ path }) => path).toSorted();
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
  mkdirSync(join(folder, 'node_modules/@bunting'), { recursive: true });
  renameSync(join(folder, 'package'), join(folder, 'node_modules/@bunting/openfeature'));
  for (const peer of ['client', 'node']) {
    symlinkSync(join(own, '..', peer), join(folder, 'node_modules/@bunting', peer));
  }
  symlinkSync(join(own, 'node_modules/@openfeature'), join(folder, 'node_modules/@openfeature'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const read = (path: string) => readFileSync(join(folder, 'node_modules/@bunting/openfeature', path), 'utf8');

describe('the archive', () => {
  it('contains bundles, declarations, the README and the licence, and nothing else', () => {
    const others = files.filter((path) => !/^dist\/(esm|commonjs)\/[\w-]+\.(js|d\.ts)$/.test(path));
    expect(others).toEqual(['LICENSE', 'README.md', 'dist/commonjs/package.json', 'package.json']);
    for (const path of ['web.js', 'web.d.ts', 'server.js', 'server.d.ts']) {
      expect(files).toEqual(expect.arrayContaining([`dist/esm/${path}`, `dist/commonjs/${path}`]));
    }
    expect(files.filter((path) => path.includes('.test.'))).toEqual([]);
  });

  it.each([
    ['web', ['@bunting/client', '@openfeature/web-sdk']],
    ['server', ['@bunting/node', '@openfeature/server-sdk']],
  ])('imports in %s nothing but %j', (entry, peers) => {
    const imported = [...read(`dist/commonjs/${entry}.js`).matchAll(/\brequire\("([^".][^"]*)"\)/g)];
    expect(new Set(imported.map(([, name]) => name))).toEqual(new Set(peers));
    const manifest = JSON.parse(read('package.json')) as Record<string, unknown>;
    expect(manifest).not.toHaveProperty('dependencies');
    expect(manifest).not.toHaveProperty('private');
    expect(manifest).toMatchObject({ sideEffects: false });
  });
});

const program = `
const server = createTestServerClient({ on: true });
const page = new BuntingWebProvider({ url: 'http://127.0.0.1:1', key: 'c0a7ac70-0000-8c11-8000-000000000001', offline: true,
  overrides: { on: true } });
servers.OpenFeature.setProviderAndWait(new BuntingServerProvider(server))
  .then(() => pages.OpenFeature.setProviderAndWait(page))
  .catch(({ message }) => console.log(message))
  .then(() => servers.OpenFeature.getClient().getBooleanValue('on', false))
  .then((value) => console.log(value, pages.OpenFeature.getClient().getBooleanValue('on', false)));
`;
it.each([
  [
    'module',
    `import * as servers from '@openfeature/server-sdk'; import * as pages from '@openfeature/web-sdk';
     import { createTestServerClient } from '@bunting/node/testing';
     import { BuntingServerProvider } from '@bunting/openfeature/server'; import { BuntingWebProvider } from '@bunting/openfeature/web';`,
  ],
  [
    'commonjs',
    `const servers = require('@openfeature/server-sdk'); const pages = require('@openfeature/web-sdk');
     const { createTestServerClient } = require('@bunting/node/testing');
     const { BuntingServerProvider } = require('@bunting/openfeature/server'); const { BuntingWebProvider } = require('@bunting/openfeature/web');`,
  ],
])('Node.js runs it in a package of the type %s', (type, imports) => {
  const text = imports + program;
  const args = [...(type === 'module' ? ['--input-type=module'] : []), '-e', text];
  const printed = execFileSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(printed).toBe('Not loaded\ntrue true\n');
});

const variables = [
  { key: 'enabled', type: 'boolean', client: true },
  { key: 'layout', type: 'string', client: true },
] as const;
const generated = writeTypes(variables as never, {
  project: 'shop',
  literals: false,
  openfeature: true,
  client: false,
});

const use = `import { OpenFeature as Servers } from '@openfeature/server-sdk';
import { OpenFeature as Pages } from '@openfeature/web-sdk';
import { createServerClient } from '@bunting/node';
import { createLocalClient } from '@bunting/node/local';
import { BuntingServerProvider } from '@bunting/openfeature/server';
import { BuntingWebProvider, type BuntingWebProviderOptions } from '@bunting/openfeature/web';
const options: BuntingWebProviderOptions = { url: '', key: '', signatureOf: ({ targetingKey }) => targetingKey };
Pages.setProvider(new BuntingWebProvider(options), { targetingKey: 'user-7' });
Servers.setProvider('remote', new BuntingServerProvider({ url: '', key: '', exposures: 'split' }));
Servers.setProvider('own', new BuntingServerProvider(createServerClient()));
Servers.setProvider('local', new BuntingServerProvider(createLocalClient()));
// @ts-expect-error the user is the context
new BuntingWebProvider({ url: '', key: '', user: null });
// @ts-expect-error there is no key
new BuntingWebProvider({ url: '' });
// @ts-expect-error it is for servers
Pages.setProvider(new BuntingServerProvider());
const page = Pages.getClient(); const server = Servers.getClient();
`;
const withoutTypes = `${use}
const anything: string = page.getStringValue('anything', 'x');
const promised: Promise<boolean> = server.getBooleanValue('anything', false);
`;
const withTypes = `${use}
page.getBooleanValue('enabled', false); void server.getStringValue('layout', 'classic');
// @ts-expect-error there is no such key
page.getBooleanValue('unheard-of', false);
// @ts-expect-error the variable is of another type
void server.getNumberValue('layout', 1);
// @ts-expect-error no variable is JSON
page.getObjectValue('layout', {});
`;

/** Returns the errors of the compiler. */
function compile(
  type: string,
  texts: Readonly<Record<string, string>>,
  skipLibCheck: boolean,
): Promise<string> {
  const root = mkdtempSync(join(folder, 'program-'));
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck,
    types: [],
  };
  const all = {
    'package.json': JSON.stringify({ type }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    ...texts,
  };
  for (const [name, content] of Object.entries(all)) writeFileSync(join(root, name), content);
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', root, '--pretty', 'false'], (error, stdout, stderr) => {
      resolve(error === null ? '' : `${stdout}${stderr}` || error.message);
    });
  });
}

describe.each(['module', 'commonjs'])('the compiler, in a package of the type %s', (type) => {
  it('takes the providers for what the SDKs want', async () => {
    const complaints = await compile(type, { 'program.ts': withoutTypes }, false);
    // The declarations of the SDKs are not ours.
    expect(complaints.split('\n').filter((line) => !/^\S*@openfeature\/|^\s|^$/.test(line))).toEqual([]);
  });

  it('knows the keys that bunting types --openfeature writes', async () => {
    const texts = { 'program.ts': withTypes, 'bunting.d.ts': generated };
    expect(await compile(type, texts, true)).toBe('');
  });
});

/** The package as applications install it: the contents of the archive, both kinds of module, and the types for both. */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeTypes } from '../../cli/src/types/write-types.ts';
import { packClient, type PackedClient } from './packed-client.ts';

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

let packed: PackedClient;
beforeAll(async () => void (packed = await packClient()));
afterAll(() => packed.remove());

const read = (path: string) =>
  readFileSync(join(packed.folder, 'node_modules/@bunting/client', path), 'utf8');
const manifest = () => JSON.parse(read('package.json')) as Record<string, unknown>;

describe('the archive', () => {
  it('contains bundles, declarations, the README and the licence, and nothing else', () => {
    const others = packed.files.filter(
      (path) => !/^dist\/(esm|commonjs)\/([\w-]+\.js|([\w-]+\/)?[\w-]+\.d\.ts)$/.test(path),
    );
    expect(others).toEqual(['LICENSE', 'README.md', 'dist/commonjs/package.json', 'package.json']);
    for (const path of ['index.js', 'index.d.ts', 'testing.js', 'testing.d.ts']) {
      expect(packed.files).toEqual(expect.arrayContaining([`dist/esm/${path}`, `dist/commonjs/${path}`]));
    }
    expect(packed.files.filter((path) => path.includes('.test.'))).toEqual([]);
  });

  it('depends on nothing, and importing it does nothing', () => {
    expect(manifest()).not.toHaveProperty('dependencies');
    expect(manifest()['sideEffects']).toBe(false);
    for (const path of packed.files.filter((each) => each.endsWith('.js'))) {
      expect(read(path)).not.toMatch(/^(?:import|export) [^'"]*['"](?!\.)|\brequire\(['"](?!\.)/m);
    }
  });

  it('can be published, also to a registry of your own, and has the version of the project', () => {
    const project = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as object;
    expect(manifest()).toMatchObject({ version: (project as { version: string }).version });
    expect(manifest()).not.toHaveProperty('private');
  });
});

/** A program before which, and after which, one looks at what there is. */
const looks = `const names = Object.getOwnPropertyNames(globalThis).join();
  globalThis.fetch = () => { throw new Error('asked'); };
  const look = () => console.log(Object.getOwnPropertyNames(globalThis).join() === names, process.getActiveResourcesInfo().includes('Timeout'));
`;

describe.each([
  [
    'module',
    `import { createClient } from '@bunting/client'; import { createTestClient } from '@bunting/client/testing';`,
  ],
  [
    'commonjs',
    `const { createClient } = require('@bunting/client'); const { createTestClient } = require('@bunting/client/testing');`,
  ],
])('in a package of the type %s', (type, imports) => {
  const run = (program: string) => {
    const args = type === 'module' ? ['--input-type=module', '-e', program] : ['-e', program];
    return execFileSync(process.execPath, args, { cwd: packed.folder, encoding: 'utf8' });
  };

  it('importing it does nothing', () => {
    const load = type === 'module' ? `await import('@bunting/client');` : `require('@bunting/client');`;
    expect(run(`${looks}${load}look();`)).toBe('true false\n');
  });

  it('Node.js runs it', () => {
    const program = `${imports}
      const client = createClient({ url: 'http://127.0.0.1:1', key: 'c0a7ac70-0000-8c11-8000-000000000001', offline: true });
      console.log(client.value('a', 'fallback'), createTestClient({ a: 1 }).value('a', 0));`;
    expect(run(program)).toBe('fallback 1\n');
  });
});

const use = `import { createClient, type JsonValue, type Client, type Details } from '@bunting/client';
import { createTestClient } from '@bunting/client/testing';
const client: Client = createClient({ url: 'https://flags.example', key: 'k' });
`;
const withoutTypes = `${use}
const on: boolean = client.value('anything', false);
const text: string = client.value('anything', 'x');
const number: number = client.value('anything', 1);
const json: JsonValue = client.value('anything', null);
const list: number[] = client.value('anything', [1, 2]);
const details: Details<boolean> = client.details('anything', true);
client.track('order', { variable: ['a', 'b'], value: 1 });
createTestClient({ a: 1 }).set({ b: { c: [null] } });
client.override('a', { b: 1 });
// @ts-expect-error the type is that of the fallback
const wrong: string = client.value('anything', 1);
// @ts-expect-error a function is no value
client.value('anything', () => 1);
// @ts-expect-error there is no such event
client.on('changed', () => {});
// @ts-expect-error there is no key
createClient({ url: 'https://flags.example' });
`;
/** As `bunting types --literals --client` writes it. */
const generated = writeTypes(
  [
    { key: 'layout', type: 'string', client: true, values: ['classic', 'one-page'] },
    { key: 'on', type: 'boolean', client: true, values: [true] },
    { key: 'steps', type: 'number', client: true, values: undefined },
    { key: 'table', type: 'json', client: true, values: undefined },
    { key: 'secret', type: 'string', client: false, values: undefined },
  ],
  { project: 'shop', literals: true, openfeature: false, client: true },
);
const withTypes = `${use}
const on: boolean = client.value('on', false);
const layout: 'classic' | 'one-page' = client.value('layout', 'classic');
const steps: number = client.value('steps', 7);
const table: JsonValue = client.value('table', { any: ['thing'] });
const details: Details<'classic' | 'one-page'> = client.details('layout', 'one-page');
client.override('steps', 7); client.override('steps', undefined);
client.track('order', { variable: 'on' });
createClient({ url: '', key: '', keys: ['on'], overrides: { steps: 3 } });
createTestClient({ layout: 'classic' }).set({ on: true });
// @ts-expect-error there is no such key
client.value('unheard-of', false);
// @ts-expect-error it is no client variable
client.value('secret', 'x');
// @ts-expect-error the fallback is of another type
client.value('on', 'no');
// @ts-expect-error the fallback is no value of it
client.value('layout', 'anything');
// @ts-expect-error the value is of another type
const wrong: number = client.value('layout', 'classic');
// @ts-expect-error the value is of another type
client.override('steps', 'seven');
// @ts-expect-error there is no such key
client.track('order', { variable: 'unheard-of' });
// @ts-expect-error the value is of another type
createClient({ url: '', key: '', overrides: { steps: 'three' } });
// @ts-expect-error the value is of another type
createTestClient({ layout: 'anything' });
`;

/** Compiles a program in a package of that type. Returns what the compiler complains about, in declarations, too. */
function compile(
  type: string,
  files: Readonly<Record<string, string>>,
  lib: readonly string[],
): Promise<string> {
  const root = mkdtempSync(join(packed.folder, 'program-'));
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib,
    strict: true,
    noEmit: true,
    types: [],
  };
  const all = {
    'package.json': JSON.stringify({ type }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts'] }),
    ...files,
  };
  for (const [name, content] of Object.entries(all)) writeFileSync(join(root, name), content);
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', root, '--pretty', 'false'], (error, stdout, stderr) => {
      resolve(error === null ? '' : `${stdout}${stderr}` || error.message);
    });
  });
}

describe.each(['module', 'commonjs'])('the compiler, in a package of the type %s', (type) => {
  describe.each([[['es2022']], [['es2022', 'dom']]])('with %j', (lib) => {
    it.each([
      ['without generated types', { 'program.ts': withoutTypes }],
      ['with generated types', { 'program.ts': withTypes, 'bunting.d.ts': generated }],
    ])('knows keys, values and fallbacks %s', async (_name, files) => {
      expect(await compile(type, files as Record<string, string>, lib)).toBe('');
    });
  });

  it('takes the fetch and the storage of a browser', async () => {
    const program = `${use}createClient({ url: '', key: '', fetch, storage: sessionStorage }); createClient({ url: '', key: '', fetch: window.fetch });`;
    expect(await compile(type, { 'program.ts': program }, ['es2022', 'dom'])).toBe('');
  });
});

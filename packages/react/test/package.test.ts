/**
 * The package that applications install: the contents of the archive, both kinds of module with React 18 and 19, and the types
 * for both.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installPackages, type InstalledPackages } from './installed-packages.ts';

const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));

let installed: InstalledPackages;
beforeAll(async () => void (installed = await installPackages()));
afterAll(() => installed?.remove());

const read = (path: string) =>
  readFileSync(join(installed.folder, 'node_modules/@bunting/react', path), 'utf8');
const manifest = () => JSON.parse(read('package.json')) as Record<string, unknown>;
const bundles = () => installed.files.filter((path) => path.endsWith('.js'));

describe('the archive', () => {
  it('contains bundles, declarations, the README and the licence, and nothing else', () => {
    const others = installed.files.filter((path) => !/^dist\/(esm|commonjs)\/[\w-]+\.(js|d\.ts)$/.test(path));
    expect(others).toEqual(['LICENSE', 'README.md', 'dist/commonjs/package.json', 'package.json']);
    for (const path of ['index.js', 'index.d.ts', 'testing.js', 'testing.d.ts']) {
      expect(installed.files).toEqual(expect.arrayContaining([`dist/esm/${path}`, `dist/commonjs/${path}`]));
    }
    expect(installed.files.filter((path) => path.includes('.test.'))).toEqual([]);
  });

  it('depends on nothing but its peers, and importing it does nothing', () => {
    expect(manifest()).not.toHaveProperty('dependencies');
    expect(manifest()['sideEffects']).toBe(false);
    const imported = bundles().flatMap((path) =>
      [...read(path).matchAll(/(?:\bfrom|\bimport|\brequire\()\s*"([^".][^"]*)"/g)].map(([, name]) => name!),
    );
    expect(new Set(imported)).toEqual(new Set(['react', '@bunting/client', '@bunting/client/testing']));
  });

  it('says in the first line of every bundle that it is for pages', () => {
    expect(bundles().map((path) => read(path).split('\n')[0])).toEqual(bundles().map(() => `'use client';`));
  });

  it('can be published, also to a registry of your own', () => {
    expect(manifest()).not.toHaveProperty('private');
  });
});

const names = {
  react: 'createElement',
  'react-dom/server': 'renderToString',
  '@bunting/client': 'createClient',
  '@bunting/react': 'BuntingProvider, useVariable',
  '@bunting/react/testing': 'TestBuntingProvider',
};
const importing = {
  module: (name: string, from: string) => `import { ${name} } from '${from}';`,
  commonjs: (name: string, from: string) => `const { ${name} } = require('${from}');`,
};

describe.each(['18', '19'] as const)('with React %s', (version) => {
  beforeAll(() => installed.useReact(version));

  it.each(['module', 'commonjs'] as const)('Node.js renders with it in a package of the type %s', (type) => {
    const program = `${Object.entries(names)
      .map(([from, name]) => importing[type](name, from))
      .join('\n')}
      const bootstrap = { version: 1, results: { a: { key: 'a', value: 'served' } } };
      const key = 'c0a7ac70-0000-8c11-8000-000000000001';
      const client = createClient({ url: 'http://127.0.0.1:1', key, bootstrap, offline: true });
      const A = () => useVariable('a', 'fallback');
      console.log(renderToString(createElement(BuntingProvider, { client }, createElement(A))));
      console.log(renderToString(createElement(TestBuntingProvider, { values: { a: 'tested' } }, createElement(A))));`;
    const args = type === 'module' ? ['--input-type=module', '-e', program] : ['-e', program];
    const options = { cwd: installed.folder, encoding: 'utf8' } as const;
    expect(execFileSync(process.execPath, args, options)).toBe('served\ntested\n');
  });
});

describe.each([
  ['19', 'module'],
  ['19', 'commonjs'],
  ['18', 'module'],
] as const)('with the types of React %s, in a package of the type %s', (version, type) => {
  beforeAll(() => installed.useReact(version));

  it('the compiler knows keys, values and fallbacks', async () => {
    const [without, generated] = await Promise.all([
      compile(type, { 'program.tsx': withoutTypes }),
      compile(type, { 'program.tsx': withTypes, 'bunting.d.ts': generatedTypes }),
    ]);
    expect([without, generated]).toEqual(['', '']);
  });
});

const use = `import type { Details, JsonValue, Status } from '@bunting/client';
import { createClient } from '@bunting/client';
import { BuntingProvider, useBunting, useStatus, useTrack, useVariable, useVariableDetails } from '@bunting/react';
import { TestBuntingProvider } from '@bunting/react/testing';
const client = createClient({ url: 'https://flags.example', key: 'k' });
const status = (): Status => useStatus();
export const shop = <BuntingProvider client={client}><b>Sale</b> now</BuntingProvider>;
export const other = <BuntingProvider client={client} />;
// @ts-expect-error it needs a client
export const wrong = <BuntingProvider>Sale</BuntingProvider>;
`;
const withoutTypes = `${use}
export function Shop() {
  const on: boolean = useVariable('anything', false);
  const text: string = useVariable('anything', 'x', { suspend: true });
  const number: number = useVariable('anything', 1);
  const json: JsonValue = useVariable('anything', null);
  const list: number[] = useVariable('anything', [1, 2]);
  const details: Details<boolean> = useVariableDetails('anything', true);
  const track = useTrack();
  track('order', { variable: ['a', 'b'], value: 1 });
  void useBunting().identify({ id: 'user-7' });
  // @ts-expect-error the type is that of the fallback
  const wrong: string = useVariable('anything', 1);
  // @ts-expect-error a function is no value
  useVariable('anything', () => 1);
  return <TestBuntingProvider values={{ a: 1, b: { c: [null] } }}>{text}</TestBuntingProvider>;
}
`;
const generatedTypes = `import type { JsonValue } from '@bunting/client';
declare module '@bunting/client' {
  interface Variables { 'on': boolean; 'layout': 'classic' | 'one-page'; 'steps': number; 'table': JsonValue }
}
`;
const withTypes = `${use}
export function Shop() {
  const on: boolean = useVariable('on', false);
  const layout: 'classic' | 'one-page' = useVariable('layout', 'classic');
  const table: JsonValue = useVariable('table', { any: ['thing'] }, { suspend: true });
  const details: Details<'classic' | 'one-page'> = useVariableDetails('layout', 'one-page');
  const track = useTrack();
  track('order', { variable: 'on' });
  // @ts-expect-error there is no such key
  useVariable('unheard-of', false);
  // @ts-expect-error the fallback is of another type
  useVariable('on', 'no');
  // @ts-expect-error the fallback is no value of it
  useVariableDetails('layout', 'anything');
  // @ts-expect-error the value is of another type
  const wrong: number = useVariable('layout', 'classic');
  // @ts-expect-error there is no such key
  track('order', { variable: 'unheard-of' });
  return <TestBuntingProvider values={{ layout: 'classic' }} />;
}
`;

/** Compiles a program in a package of that type. Returns what the compiler complains about, in our declarations, too. */
function compile(type: string, files: Readonly<Record<string, string>>): Promise<string> {
  const root = mkdtempSync(join(installed.folder, 'program-'));
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    jsx: 'react-jsx',
    strict: true,
    noEmit: true,
    types: [],
    skipLibCheck: false,
  };
  const all = {
    'package.json': JSON.stringify({ type }),
    'tsconfig.json': JSON.stringify({ compilerOptions, include: ['*.ts', '*.tsx'] }),
    ...files,
  };
  for (const [name, content] of Object.entries(all)) writeFileSync(join(root, name), content);
  return new Promise((resolve) => {
    execFile(process.execPath, [compiler, '-p', root, '--pretty', 'false'], (error, stdout, stderr) => {
      resolve(error === null ? '' : `${stdout}${stderr}` || error.message);
    });
  });
}

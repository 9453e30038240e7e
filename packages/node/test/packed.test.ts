/** The package as applications install it: both kinds of modules, no dependency, no process that it keeps alive, and the examples of its README. */
import { readFileSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startInstallation, type Installation } from './installation.ts';
import { createDocument, keys } from './organisations.ts';
import { createApplication, type Application } from './packed-package.ts';

let application: Application;
let installation: Installation;
beforeAll(async () => {
  [application, installation] = await Promise.all([createApplication(), startInstallation(createDocument())]);
});
afterAll(async () => {
  await application.remove();
  await installation.stop();
});

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const env = () => ({
  BUNTING_URL: installation.url,
  BUNTING_KEY: keys.server,
  BUNTING_DATAFILE_KEY: keys.datafile,
});

describe('the package', () => {
  const names = { '@bunting/node': 'createServerClient', '@bunting/node/local': 'createLocalClient' };

  it.each(Object.entries(names))('%s is an ES module', async (module, name) => {
    const text = `import { ${name} } from '${module}'; console.log(typeof ${name});`;
    expect(await application.run('use.mjs', text)).toBe('function\n');
  });

  it.each(Object.entries(names))('%s is a CommonJS module', async (module, name) => {
    const text = `const { ${name} } = require('${module}'); console.log(typeof ${name});`;
    expect(await application.run('use.cjs', text)).toBe('function\n');
  });

  it('imports nothing but modules of Node.js, and the remote client not even these', () => {
    const imports = /^(?:import |(?:import|export|\}).*? from )"([^".][^"]*)"|\brequire\("([^".][^"]*)"\)/gm;
    const importsOf = (path: string) =>
      [...read(path).matchAll(imports)].map(([, imported, required]) => (imported ?? required)!);
    const files = ['esm', 'commonjs'].flatMap((kind) =>
      readdirSync(new URL(`../dist/${kind}`, import.meta.url))
        .filter((name) => name.endsWith('.js'))
        .map((name) => `dist/${kind}/${name}`),
    );
    expect(new Set(files.flatMap(importsOf).filter((name) => !name.startsWith('node:')))).toEqual(new Set());
    expect(importsOf('dist/commonjs/index.js')).toEqual([]);
    expect(importsOf('dist/commonjs/local.js')).toContain('node:http');
    expect(importsOf('dist/esm/local.js')).toContain('node:http');
  });

  it('names the licence of each library that is in it, with its version', () => {
    const { dependencies } = JSON.parse(read('../evaluator/package.json')) as {
      dependencies: Readonly<Record<string, string>>;
    };
    for (const [name, version] of Object.entries(dependencies)) {
      expect(read('LICENSES.md')).toContain(`## ${name} ${version}`);
    }
  });
});

describe('a process', () => {
  it('ends by itself although its clients were not closed', async () => {
    const text = `
      import { createServerClient } from '@bunting/node';
      import { createLocalClient } from '@bunting/node/local';
      const url = process.env.BUNTING_URL;
      const remote = createServerClient({ url, key: process.env.BUNTING_KEY });
      const local = createLocalClient({ url, key: process.env.BUNTING_DATAFILE_KEY });
      await local.ready();
      remote.track('left', { id: 'left' }, { variable: 'banner' });
      await new Promise((resolve) => setTimeout(resolve, 500));
      console.log(await remote.value('banner', false, null), local.value('banner', false, null));
    `;
    expect(await application.run('left.mjs', text, env())).toBe('true true\n');
    expect(installation.proxy.requestsOf('/v1/stream')).toHaveLength(1);
  });
});

describe('the examples of the README', () => {
  const examples = [...read('README.md').matchAll(/```js\n([\s\S]*?)```/g)].map(([, text]) => text!);

  it.each([
    ['remote', 0, /^(?:classic|one-page)\n$/],
    ['local', 1, /^(?:classic|one-page)\n$/],
    [
      'a page',
      2,
      /^<script>window\.flags = \{"user_hash":"[\d.-]+","version":\d+,.*"value":"(?:classic|one-page)".*<\/script>\n$/,
    ],
    ['tests', 3, /^one-page\nclassic\n$/],
  ])('run: %s', async (_, index, printed) => {
    expect(await application.run(`example-${index}.mjs`, examples[index]!, env())).toMatch(printed);
  });
});

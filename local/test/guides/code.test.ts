/** The code of the guides: every import of our packages exists, and what can be run in Node.js is run against the demo. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureBuilt } from '@bunting/testing';
import { build, type Loader, type Plugin } from 'esbuild';
import { sharedInstallation } from '../installation/shared-installation.ts';
import { readBlocks, repository, type Block } from '../pages/read-blocks.ts';

const run = promisify(execFile);
const { port } = await sharedInstallation();
await ensureBuilt();
const folder = await mkdtemp(join(tmpdir(), 'bunting-guide-code-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const loaders: Readonly<Record<string, Loader>> = {
  js: 'js',
  jsx: 'jsx',
  tsx: 'tsx',
  vue: 'js',
  svelte: 'js',
};
const pages = [
  'docs/guides/nextjs.md',
  'docs/guides/nodejs.md',
  'docs/guides/openfeature.md',
  'docs/guides/playwright-and-cypress.md',
  'docs/guides/react-native.md',
  'docs/guides/react.md',
  'docs/guides/svelte.md',
  'docs/guides/vue.md',
];
const blocks = pages.flatMap(readBlocks).filter(({ language }) => language in loaders);

/** The packages of the guides that are installed in a folder of the workspace. */
const installed: readonly [RegExp, string][] = [
  [/^(@bunting\/(client|node|react)(\/|$)|react(-dom)?(\/|$))/, 'examples/shop'],
  [/^(@bunting\/openfeature|@openfeature\/(server-sdk|web-sdk|ofrep-provider|ofrep-web-provider)$)/, 'local'],
];

/** Resolves those, and leaves the packages of others and the files of the reader's own application alone. */
const ofGuides: Plugin = {
  name: 'guides',
  setup(bundler) {
    bundler.onResolve({ filter: /.*/ }, ({ path, importer, kind, pluginData }) => {
      if (pluginData === 'resolved' || importer !== '<stdin>') return undefined;
      const [, at] = installed.find(([pattern]) => pattern.test(path)) ?? [];
      if (at === undefined) return { path, external: true };
      return bundler.resolve(path, { kind, resolveDir: join(repository, at), pluginData: 'resolved' });
    });
  },
};

/** Returns the script of a single-file component, or the code. */
function scriptOf({ language, code }: Block): string {
  const [, script] = /<script[^>]*>([\s\S]*?)<\/script>/.exec(code) ?? [];
  return language === 'vue' || language === 'svelte' ? script! : code;
}

async function bundle(block: Block): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: scriptOf(block), loader: loaders[block.language]!, resolveDir: folder },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
    jsx: 'automatic',
    logLevel: 'silent',
    target: 'node20',
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
    },
    plugins: [ofGuides],
  });
  return outputFiles[0]!.text;
}

describe('the code of the guides', () => {
  it.each(blocks.map((block) => [block.name, block] as const))(
    'imports nothing that our packages lack: %s',
    async (_, block) => {
      expect((await bundle(block)).length).toBeGreaterThan(0);
    },
  );

  it.each([
    ['docs/guides/nodejs.md js 1', 'one-page'],
    ['docs/guides/nodejs.md js 3', 'one-page'],
    ['docs/guides/nodejs.md js 4', 'one-page'],
    ['docs/guides/openfeature.md js 1', 'one-page'],
    ['docs/guides/react.md jsx 2', '<p>Hello</p>'],
  ])('prints what the guide says: %s', async (name, printed) => {
    const text = await bundle(blocks.find((block) => block.name === name)!);
    const file = join(folder, `${name.replaceAll(/\W+/g, '-')}.mjs`);
    await writeFile(file, text.replaceAll('localhost:8080', `127.0.0.1:${port}`));
    const { stdout } = await run(process.execPath, [file], {
      env: { PATH: process.env['PATH'] },
      timeout: 60_000,
    });
    expect(stdout.trim()).toBe(printed);
  });
});

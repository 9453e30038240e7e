/** The packed packages, compiled as applications do: by old and new compilers of TypeScript, with each resolution of modules. */
import { execFile, execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureBuilt } from '../src/index.ts';

const packages = fileURLToPath(new URL('../..', import.meta.url));
const sources = fileURLToPath(new URL('compilers/', import.meta.url));
const require = createRequire(import.meta.url);
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  await ensureBuilt();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bunting-compilers-')));
  const modules = join(folder, 'node_modules');
  for (const name of ['client', 'node', 'react', 'openfeature']) await unpack(name, modules);
  await link('openfeature', modules, [
    '@openfeature/core',
    '@openfeature/server-sdk',
    '@openfeature/web-sdk',
  ]);
  await link('react', modules, ['react', '@types/react']);
  for (const name of ['use.ts', 'use.mts', 'use.cts']) {
    await copyFile(join(sources, 'use.ts.txt'), join(folder, name));
  }
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Packs a package and unpacks it where an application has it. */
async function unpack(name: string, modules: string): Promise<void> {
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
  const text = execFileSync('npm', args, { cwd: join(packages, name), encoding: 'utf8', stdio });
  const [{ filename }] = JSON.parse(text) as [{ filename: string }];
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', folder]);
  await mkdir(join(modules, '@bunting'), { recursive: true });
  await rename(join(folder, 'package'), join(modules, '@bunting', name));
}

async function link(of: string, modules: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await mkdir(dirname(join(modules, name)), { recursive: true });
    await symlink(await realpath(join(packages, of, 'node_modules', name)), join(modules, name));
  }
}

const resolutions = ['node10', 'node16', 'nodenext', 'bundler'];

describe('an application with strict options compiles', () => {
  it.each(['5.0', '5.4', '5.9', '6.0'])(
    'by TypeScript %s, with each resolution of modules',
    async (version) => {
      const compiler = require.resolve(`typescript-${version}`);
      expect((require(compiler) as { version: string }).version).toMatch(new RegExp(`^${version}\\.`));
      const { stdout } = await run(process.execPath, [join(sources, 'compile.cjs'), compiler, folder]);
      expect(stdout).toBe(resolutions.map((each) => `${each}: compiled\n`).join(''));
    },
  );

  it.each([
    ['node16', ['use.mts', 'use.cts']],
    ['nodenext', ['use.mts', 'use.cts']],
    ['bundler', ['use.ts']],
  ])('by the TypeScript that compiles this project, with %s', async (resolution, files) => {
    const config = join(folder, `${resolution}.json`);
    const compilerOptions = {
      module: resolution === 'bundler' ? 'esnext' : resolution,
      moduleResolution: resolution,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      types: [],
      skipLibCheck: true,
    };
    await writeFile(config, JSON.stringify({ compilerOptions, files }));
    const compiler = fileURLToPath(new URL('../../../node_modules/typescript/bin/tsc', import.meta.url));
    const found = await run(process.execPath, [compiler, '-p', config]).catch(
      (error: { stdout: string }) => error,
    );
    expect(found.stdout).toBe('');
  });
});

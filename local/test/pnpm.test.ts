import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Archive {
  readonly name: string;
  readonly integrity: string;
  readonly program: string;
}
const module = (await import(new URL('../pnpm.mjs', import.meta.url).href)) as {
  archives: Record<string, Archive>;
};
const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  packageManager: string;
};

/** A registry with one package and valid metadata for it. */
let registry: Server;
let folder: string;
let archive: Buffer;
const name = '@pnpm/exe.made-up';
const integrityOf = (bytes: Buffer) => `sha512-${createHash('sha512').update(bytes).digest('base64')}`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bunting-registry-'));
  mkdirSync(join(folder, 'package'));
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify({ name, version: '1.0.0' }));
  writeFileSync(
    join(folder, 'package/pnpm'),
    `#!/bin/sh\ntouch '${folder}/has-run'\necho "It runs with $*."\n`,
    { mode: 0o755 },
  );
  spawnSync('tar', ['-czf', join(folder, 'package.tgz'), '-C', folder, 'package']);
  archive = readFileSync(join(folder, 'package.tgz'));
  registry = createServer((req, res) => {
    if (req.url?.endsWith('.tgz')) return void res.end(archive);
    const { port } = registry.address() as AddressInfo;
    const tarball = `http://127.0.0.1:${port}/package.tgz`;
    const dist = { tarball, integrity: integrityOf(archive) };
    res.setHeader('Content-Type', 'application/json');
    res.end(JSON.stringify({ name, versions: { '1.0.0': { name, version: '1.0.0', dist } } }));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
});
afterAll(() => {
  registry.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs pnpm in its own process, which waits for npm while this process answers as the registry. */
async function runPnpm(integrity: string) {
  const { spawn } = await import('node:child_process');
  const script = `
    import { spawnSync } from 'node:child_process';
    import { withPnpm } from ${JSON.stringify(new URL('../pnpm.mjs', import.meta.url).href)};
    const archive = ${JSON.stringify({ name: `${name}@1.0.0`, integrity, program: 'pnpm' })};
    await withPnpm(process.env, ([program, ...args]) => {
      process.stdout.write(spawnSync(program, [...args, 'install']).stdout);
    }, archive);`;
  const port = (registry.address() as AddressInfo).port;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, 'cache'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

describe('pnpm in a new clone', () => {
  it('is not run when its archive has another hash than the one here, even if the registry confirms it', async () => {
    const wanted = integrityOf(Buffer.from('what was meant'));
    const { code, output } = await runPnpm(wanted);
    expect(code).toBe(1);
    expect(output).toContain("isn't the one this release of Bunting expects, and it was not run");
    expect(output).toContain(`${integrityOf(archive)}, not\n${wanted}`);
    expect(existsSync(join(folder, 'has-run'))).toBe(false);
  });

  it('is run when its archive has the hash', async () => {
    expect(await runPnpm(integrityOf(archive))).toEqual({ code: 0, output: 'It runs with install.\n' });
  });

  it('has a hash for every platform, and the version that package.json names', () => {
    const [spec, hash] = packageManager.split('+');
    expect(hash).toMatch(/^sha512\.[0-9a-f]{128}$/);
    const { others, ...native } = module.archives;
    expect(others!.program).toMatch(/\.cjs$/);
    expect(Object.keys(native)).toEqual(['linux-x64', 'linux-arm64']);
    const version = spec!.slice('pnpm@'.length);
    for (const [platform, { name: exe }] of Object.entries(native)) {
      expect(exe).toBe(`@pnpm/exe.${platform}@${version}`);
    }
    const hashes = Object.values(module.archives).map(({ integrity }) => integrity);
    expect(hashes.every((each) => /^sha512-[\w+/]{86}==$/.test(each))).toBe(true);
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is downloaded under no other name', () => {
    const local = ['archive.mjs', 'prepare.mjs'];
    const tools = ['audit.mjs', 'test.mjs', 'keep-production.mjs', 'previous-release.mjs', 'node-lts.mjs'];
    for (const file of [...local.map((name) => `local/${name}`), ...tools.map((name) => `tools/${name}`)]) {
      expect(readFileSync(join(root, file), 'utf8')).not.toMatch(/npx|corepack/);
    }
  });
});

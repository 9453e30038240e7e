import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { missingChromiumPackages } from './chromium.ts';
import { Failure } from './failure.ts';
import { findOnPath } from './find-on-path.ts';
import { findRedisProgram } from './redis/redis.ts';

/** Debian runs this script before a package starts its service; exit code 101 forbids it. */
const policy = '/usr/sbin/policy-rc.d';
const savedPolicy = `${policy}.before-bunting`;

/** Returns whether this process is root on Debian or Ubuntu. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

export async function installRedis(): Promise<void> {
  const { code, output } = await install('redis-server');
  if (code === 0) return;
  throw new Failure(`${output.trim()}\nInstalling Redis failed: install redis-server, or set REDIS_URL.`);
}

/** The programs that tests need, with the Debian packages that contain them. */
const testPrograms: readonly { isInstalled: () => boolean; packages: readonly string[] }[] = [
  { isInstalled: () => findRedisProgram() !== undefined, packages: ['redis-server'] },
  { isInstalled: () => isOnPath('haproxy'), packages: ['haproxy'] },
  { isInstalled: () => isOnPath('pgbouncer'), packages: ['pgbouncer'] },
  { isInstalled: () => isPostgresInstalled(), packages: ['postgresql'] },
  { isInstalled: () => isOnPath('openssl'), packages: ['openssl'] },
  { isInstalled: () => isOnPath('python3'), packages: ['python3'] },
  { isInstalled: () => isOnPath('buildah'), packages: ['buildah'] },
  { isInstalled: () => isOnPath('debootstrap'), packages: ['debootstrap'] },
  { isInstalled: () => isOnPath('curl'), packages: ['curl'] },
  { isInstalled: () => isOnPath('jq'), packages: ['jq'] },
];

/** Returns the packages of missing programs; none if this process cannot install them. */
export function missingTestPackages(): string[] {
  if (!canInstall()) return [];
  const missing = testPrograms.filter(({ isInstalled }) => !isInstalled());
  return [...missing.flatMap(({ packages }) => packages), ...missingChromiumPackages()];
}

/** Installs packages as far as possible. The tests report programs that are still missing. */
export async function installTestPackages(names: readonly string[]): Promise<void> {
  const { code } = await install(...names);
  if (code === 0) return;
  // One that this system does not have keeps apt-get from installing the others. Ubuntu has no package of Chromium.
  for (const name of names) await install(name);
}

/** Looks for the server, which Debian does not put on the PATH. */
function isPostgresInstalled(): boolean {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions.some((version) => existsSync(join(folder, version, 'bin/initdb')));
}

/** Installs ripgrep, with which the benchmark compares `bunting refs scan`. */
export async function tryInstallRipgrep(): Promise<void> {
  await install('ripgrep');
}

function isOnPath(program: string): boolean {
  return findOnPath(program) !== undefined;
}

/** Installs packages without starting their services, now or at the next boot. */
async function install(...names: readonly string[]): Promise<Outcome> {
  if (existsSync(policy)) renameSync(policy, savedPolicy);
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const args = ['install', '--yes', '--no-install-recommends', ...names];
    // Most images have no lists of packages. Updating them is slow, so it is done only if installing fails.
    const first = await aptGet(args);
    if (first.code === 0) return first;
    await aptGet(['update']);
    return await aptGet(args);
  } finally {
    rmSync(policy, { force: true });
    if (existsSync(savedPolicy)) renameSync(savedPolicy, policy);
    spawnSync('systemctl', ['disable', ...names], { stdio: 'ignore' });
  }
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

async function aptGet(args: readonly string[]): Promise<Outcome> {
  const child = spawn('apt-get', ['-o', 'DPkg::Lock::Timeout=120', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

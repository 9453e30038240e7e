import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from './failure.ts';
import { findRedisProgram } from './redis/redis.ts';

/** Debian's hook that says whether a package may start its service: 101 is no. */
const policy = '/usr/sbin/policy-rc.d';
const setAside = `${policy}.before-bunting`;

/** Whether this is root on a Debian or Ubuntu. */
export function canInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

export async function installRedis(): Promise<void> {
  const { code, output } = await install('redis-server');
  if (code === 0) return;
  throw new Failure(
    `${output.trim()}\nRedis could not be installed: install redis-server, or set REDIS_URL.`,
  );
}

/** What all tests run on: a program that tells whether it is here, and Debian's packages that bring it. */
const testPrograms: readonly { isHere: () => boolean; packages: readonly string[] }[] = [
  { isHere: () => findRedisProgram() !== undefined, packages: ['redis-server'] },
  { isHere: () => isOnPath('haproxy'), packages: ['haproxy'] },
  { isHere: () => isOnPath('pgbouncer'), packages: ['pgbouncer'] },
  { isHere: () => isPostgresHere(), packages: ['postgresql'] },
  { isHere: () => isOnPath('python3'), packages: ['python3'] },
  { isHere: () => isOnPath('buildah'), packages: ['buildah'] },
  { isHere: () => isOnPath('debootstrap'), packages: ['debootstrap'] },
];

/** The packages of what is missing of that; none where this machine does not let us install them. */
export function missingTestPackages(): string[] {
  if (!canInstall()) return [];
  return testPrograms.filter(({ isHere }) => !isHere()).flatMap(({ packages }) => packages);
}

/** Installs them as far as possible. The tests report what is missing afterwards. */
export async function installTestPackages(names: readonly string[]): Promise<void> {
  await install(...names);
}

/** The server, too, which Debian keeps off the PATH. */
function isPostgresHere(): boolean {
  const folder = '/usr/lib/postgresql';
  const versions = existsSync(folder) ? readdirSync(folder) : [];
  return versions.some((version) => existsSync(join(folder, version, 'bin/initdb')));
}

/** For the benchmark of `bunting refs scan`, which is compared with it. */
export async function tryInstallRipgrep(): Promise<void> {
  await install('ripgrep');
}

function isOnPath(program: string): boolean {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
  return folders.some((folder) => existsSync(join(folder, program)));
}

/** Installs programs without starting the system's own services, now or at the next boot. */
async function install(...names: readonly string[]): Promise<Outcome> {
  if (existsSync(policy)) renameSync(policy, setAside);
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const args = ['install', '--yes', '--no-install-recommends', ...names];
    // The lists of packages are missing in most images and stale on most machines: fetched only when needed.
    const first = await aptGet(args);
    if (first.code === 0) return first;
    await aptGet(['update']);
    return await aptGet(args);
  } finally {
    rmSync(policy, { force: true });
    if (existsSync(setAside)) renameSync(setAside, policy);
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

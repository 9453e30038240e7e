import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Failure } from './failure.ts';

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

/** For tests that have something to say without it, too. */
export async function tryInstallPgBouncer(): Promise<void> {
  await install('pgbouncer');
}

/** Likewise. */
export async function tryInstallHaproxy(): Promise<void> {
  await install('haproxy');
}

/** Installs a server's program without starting the system's own service, now or at the next boot. */
async function install(name: string): Promise<Outcome> {
  if (existsSync(policy)) renameSync(policy, setAside);
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const args = ['install', '--yes', '--no-install-recommends', name];
    // The lists of packages are missing in most images and stale on most machines: fetched only when needed.
    const first = await aptGet(args);
    if (first.code === 0) return first;
    await aptGet(['update']);
    return await aptGet(args);
  } finally {
    rmSync(policy, { force: true });
    if (existsSync(setAside)) renameSync(setAside, policy);
    spawnSync('systemctl', ['disable', name], { stdio: 'ignore' });
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

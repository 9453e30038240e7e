import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Failure } from './failure.ts';

/** Debian's hook that says whether a package may start its service: 101 is no. */
const policy = '/usr/sbin/policy-rc.d';
const setAside = `${policy}.before-bunting`;

/** Whether this is root on a Debian or Ubuntu. */
export function canInstallRedis(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get');
}

/** Installs the redis-server program without starting the system's own service, now or at the next boot. */
export async function installRedis(): Promise<void> {
  if (existsSync(policy)) renameSync(policy, setAside);
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    const install = ['install', '--yes', '--no-install-recommends', 'redis-server'];
    // The lists of packages are missing in most images and stale on most machines: fetched only when needed.
    if ((await aptGet(install)).code !== 0) {
      await aptGet(['update']);
      const { code, output } = await aptGet(install);
      if (code !== 0)
        throw new Failure(
          `${output.trim()}\nRedis could not be installed: install redis-server, or set REDIS_URL.`,
        );
    }
  } finally {
    rmSync(policy, { force: true });
    if (existsSync(setAside)) renameSync(setAside, policy);
  }
  spawnSync('systemctl', ['disable', 'redis-server'], { stdio: 'ignore' });
}

async function aptGet(args: readonly string[]): Promise<{ code: number | null; output: string }> {
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

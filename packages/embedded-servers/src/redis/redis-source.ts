import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Failure } from '../failure.ts';
import { canInstall, installRedis } from '../debian-packages.ts';
import { getRedisCommand } from './redis-command.ts';
import { findRedisProgram } from './redis.ts';
import type { Step } from '../step.ts';

/** Finds a program for Redis: a server on the PATH, otherwise Docker, otherwise a server that it installs. */
export async function findRedisSource(step: Step): Promise<string> {
  return findRedisProgram() ?? (isDockerRunning() ? 'docker' : ensureRedisProgram(step));
}

/** Finds a Redis server on the PATH or installs one. Tests kill its process, which Docker does not allow. */
export async function ensureRedisProgram(step: Step): Promise<string> {
  if (findRedisProgram() === undefined && canInstall()) await step('Installing Redis', installRedis);
  const program = findRedisProgram();
  if (program !== undefined) return program;
  const command = getRedisCommand({
    platform: process.platform,
    osRelease: readOsRelease(),
    isRoot: process.getuid?.() === 0,
  });
  throw new Failure(
    `Bunting needs Redis: ${command === undefined ? 'install redis-server or valkey-server' : `run ${command}`}, start Docker, or set REDIS_URL to a running Redis.`,
  );
}

function readOsRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return ''; // macOS has none
  }
}

function isDockerRunning(): boolean {
  const { status } = spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
  return status === 0;
}

import { spawnSync } from 'node:child_process';
import { Failure } from '../failure.ts';
import { canInstall, installRedis } from '../debian-packages.ts';
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
  throw new Failure(
    "Can't find Redis: install redis-server (sudo apt-get install redis-server, or brew install redis), start " +
      'Docker, or set REDIS_URL to a running one.',
  );
}

function isDockerRunning(): boolean {
  const { status } = spawnSync('docker', ['info'], { stdio: 'ignore', timeout: 10_000 });
  return status === 0;
}

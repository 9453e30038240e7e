import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repository } from '../pages/read-blocks.ts';
import { freePorts, runStart, type StartCommand } from '../start-command.ts';

/** Waits until the test has restarted every process; on a machine with Docker the real script replaces the containers. */
const rollOut = '#!/bin/sh\nset -eu\ntouch restart\nwhile [ -e restart ]; do sleep 0.1; done\n';

/** An `npm start` in a folder with `.env` and `deploy/`, as for Docker Compose, that restarts with the present `.env` at each roll-out. */
export interface RollingInstallation {
  readonly port: string;
  readonly dataDir: string;
  /** Returns a value of `.env`. */
  readSecret(name: string): Promise<string | undefined>;
  /** Runs work that may roll out. */
  during<Result>(work: Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

export async function startRollingInstallation(folder: string): Promise<RollingInstallation> {
  const deploy = join(folder, 'deploy');
  await mkdir(deploy);
  for (const name of ['make-env.sh', 'rotate-secret.sh'])
    await copyFile(join(repository, 'deploy', name), join(deploy, name));
  await copyFile(join(repository, '.env.example'), join(folder, '.env.example'));
  await writeFile(join(deploy, 'roll-out.sh'), rollOut, { mode: 0o755 });
  execFileSync(join(deploy, 'make-env.sh'));
  const ports = await freePorts();
  const dataDir = join(folder, '.data');
  let running: StartCommand;

  async function readEnv(): Promise<Record<string, string>> {
    const lines = (await readFile(join(folder, '.env'), 'utf8')).split('\n');
    const entries = lines.flatMap((line) => [...line.matchAll(/^([A-Z_]+)=(.+)$/g)]);
    return Object.fromEntries(entries.map(([, name, value]) => [name!, value!]));
  }
  async function start(): Promise<void> {
    running = runStart({ ...(await readEnv()), ...ports, DATA_DIR: dataDir, DEMO_TRAFFIC: 'on' });
    await running.ready;
  }
  async function stop(): Promise<void> {
    running.send('SIGTERM');
    await running.ended;
  }
  await start();
  return {
    port: ports['PORT']!,
    dataDir,
    readSecret: async (name) => (await readEnv())[name],
    async during(work) {
      let isDone = false;
      const done = work.finally(() => (isDone = true));
      done.catch(() => {}); // reported to the caller below
      while (!isDone) {
        if (existsSync(join(folder, 'restart'))) {
          await stop();
          await start();
          await rm(join(folder, 'restart'));
        }
        await sleep(50);
      }
      return done;
    },
    stop,
  };
}

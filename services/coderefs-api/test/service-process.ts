import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export interface ServiceProcess {
  readonly port: number;
  readonly child: ChildProcess;
  /** All that it printed; when it has ended. */
  readonly output: Promise<string>;
  /** The exit code, when it has ended. */
  readonly ended: Promise<number | null>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The built service as a process of its own, with nothing of this environment. */
export function spawnService(env: Record<string, string>, port: number): ServiceProcess {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((texts) => texts.join('\n'));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return {
    port,
    child,
    output,
    ended,
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

export async function startService(env: Record<string, string>, port: number): Promise<ServiceProcess> {
  const service = spawnService(env, port);
  for (let i = 0; i < 400; i++) {
    if (service.child.exitCode !== null) throw new Error(`It ended: ${await service.output}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return service;
    await delay(25);
  }
  await service.stop('SIGKILL');
  throw new Error(`It did not become ready: ${await service.output}`);
}

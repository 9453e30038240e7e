import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));

export interface ServiceProcess {
  readonly port: number;
  readonly url: string;
  readonly child: ChildProcess;
  /** All that it printed; when it has ended. */
  readonly output: Promise<string>;
  /** The exit code, when it has ended. */
  readonly ended: Promise<number | null>;
  isRunning(): boolean;
  get(path: string): Promise<Response>;
  /** The value of a line of `/metrics`, such as `webhook_sweeps_total{outcome="done"}`. */
  metric(line: string): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** The built service as a process of its own, with nothing of this environment. */
export function spawnService(env: Readonly<Record<string, string>>, port: number): ServiceProcess {
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], PORT: String(port), WEBHOOK_ALLOW_INSECURE_TARGETS: 'true', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((texts) => texts.join('\n'));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  const url = `http://127.0.0.1:${port}`;
  const get = (path: string) => fetch(`${url}${path}`);
  return {
    port,
    url,
    child,
    output,
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    get,
    async metric(line) {
      const lines = (await (await get('/metrics')).text()).split('\n');
      return Number(lines.find((each) => each.startsWith(`${line} `))?.slice(line.length + 1));
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

export async function startService(
  env: Readonly<Record<string, string>>,
  port: number,
): Promise<ServiceProcess> {
  const service = spawnService(env, port);
  for (let i = 0; i < 800; i++) {
    if (!service.isRunning()) throw new Error(`It ended: ${await service.output}`);
    const answer = await service.get('/readyz').catch(() => undefined);
    if (answer?.ok) return service;
    await delay(25);
  }
  await service.stop('SIGKILL');
  throw new Error(`It did not become ready: ${await service.output}`);
}

/** Runs built services, each as a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@bunting/embedded-servers';
import { keepLog, recordSecrets } from './recorded-logs.ts';
import { ensureBuilt } from './test-run.ts';

/** The secret that signs traces and sessions of the services of tests, unless a test sets another one. */
export const testSecret = 'signs nothing but the traces and sessions of tests';

/** Ends the service with its parent process, so that an aborted test leaves none running. */
const leaveWithParent = new URL('../../../embedded-servers/dist/leave-with-parent.js', import.meta.url).href;
const readyTimeoutMs = 60_000;

type Env = Readonly<Record<string, string>>;

/** A service that runs as a process of its own. */
export interface ServiceProcess {
  readonly port: number;
  readonly url: string;
  readonly child: ChildProcess;
  /** Resolves with everything that the service printed, when it has ended. */
  readonly output: Promise<string>;
  /** Resolves with the exit code when the service has ended; null = a signal ended it. */
  readonly ended: Promise<number | null>;
  isRunning(): boolean;
  /** Returns the output of the service so far. */
  outputSoFar(): string;
  /** Requests a path of the service. */
  get(path: string): Promise<Response>;
  /**
   * Returns the value of a line of `/metrics`, such as `bunting_webhook_sweeps_total{outcome="done"}`; NaN = there is no such
   * line.
   */
  metric(line: string): Promise<number>;
  /** Sends the signal, SIGTERM unless given, and resolves with the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** Starts a service without waiting for it. `env` is its environment: of this process it gets only PATH. */
export async function spawnTestService(name: string, env: Env, port: number): Promise<ServiceProcess> {
  await ensureBuilt();
  const main = fileURLToPath(new URL(`../../../../services/${name}/dist/service.js`, import.meta.url));
  const secrets = { EVALUATION_TRACE_SECRET: testSecret, SESSION_SECRET: testSecret };
  const child = spawn(process.execPath, ['--import', leaveWithParent, main], {
    env: { PATH: process.env['PATH'], ...secrets, ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  recordSecrets({ ...secrets, ...env });
  let printed = '';
  for (const [kind, stream] of Object.entries({ stdout: child.stdout!, stderr: child.stderr! })) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      keepLog(`${name}-${child.pid}-${kind}`, text);
    });
  }
  const closed = once(child, 'close') as Promise<[code: number | null]>;
  const ended = closed.then(([code]) => code);
  const url = `http://127.0.0.1:${port}`;
  const get = (path: string) => fetch(`${url}${path}`);
  return {
    port,
    url,
    child,
    output: closed.then(() => printed),
    ended,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    outputSoFar: () => printed,
    get,
    metric: async (line) => readMetric(await (await get('/metrics')).text(), line),
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts a service, and resolves when `/readyz` answers 200. Rejects if the service ends or takes more than a minute. */
export async function startTestService(name: string, env: Env, port?: number): Promise<ServiceProcess> {
  const service = await spawnTestService(name, env, port ?? (await findFreePort()));
  for (const deadline = Date.now() + readyTimeoutMs; Date.now() < deadline; await delay(100)) {
    if (!service.isRunning()) throw new Error(`${name} ended: ${await service.output}`);
    const answer = await service.get('/readyz').catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return service;
  }
  await service.stop('SIGKILL');
  throw new Error(`${name} did not become ready: ${await service.output}`);
}

/**
 * Returns the value of a line of metrics in Prometheus' format, such as `bunting_events_total{outcome="accepted"}`; NaN = there is no such
 * line.
 */
export function readMetric(exposition: string, line: string): number {
  const found = exposition.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1));
}

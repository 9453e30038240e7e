/** Built services, each as a process of its own. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@bunting/embedded-servers';
import { keepLog, recordSecrets } from './recorded-logs.ts';
import { ensureBuilt } from './test-run.ts';

/** Signs the traces and the sessions of a service that a test starts without another secret. */
export const testSecret = 'signs nothing but the traces and sessions of tests';

/** A test that is cut off leaves none behind. */
const leaveWithParent = new URL('../../../embedded-servers/dist/leave-with-parent.js', import.meta.url).href;
const readyTimeoutMs = 60_000;

type Env = Readonly<Record<string, string>>;

/** A service that runs as a process of its own. */
export interface ServiceProcess {
  readonly port: number;
  readonly url: string;
  readonly child: ChildProcess;
  /** All that it printed; when it has ended. */
  readonly output: Promise<string>;
  /** The exit code, when it has ended. */
  readonly ended: Promise<number | null>;
  isRunning(): boolean;
  /** What it printed so far. */
  outputSoFar(): string;
  get(path: string): Promise<Response>;
  /** Of `/metrics`: the value of a line such as `bunting_webhook_sweeps_total{outcome="done"}`. */
  metric(line: string): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** With nothing of this environment but where programs are. */
export async function spawnTestService(name: string, env: Env, port: number): Promise<ServiceProcess> {
  await ensureBuilt();
  const main = fileURLToPath(new URL(`../../../../services/${name}/dist/main.js`, import.meta.url));
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
    metric: async (line) => metricOf(await (await get('/metrics')).text(), line),
    stop(signal = 'SIGTERM') {
      child.kill(signal);
      return ended;
    },
  };
}

/** Resolves when it is ready. */
export async function startTestService(name: string, env: Env, port?: number): Promise<ServiceProcess> {
  const service = await spawnTestService(name, env, port ?? (await findFreePort()));
  for (const deadline = Date.now() + readyTimeoutMs; Date.now() < deadline; await delay(25)) {
    if (!service.isRunning()) throw new Error(`${name} ended: ${await service.output}`);
    const answer = await service.get('/readyz').catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return service;
  }
  await service.stop('SIGKILL');
  throw new Error(`${name} did not become ready: ${await service.output}`);
}

/** In a text as Prometheus reads it: the value of a line such as `bunting_events_total{outcome="accepted"}`. */
export function metricOf(exposition: string, line: string): number {
  const found = exposition.split('\n').find((each) => each.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1));
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '@bunting/embedded-servers';
import { createProcessMeter, type ProcessMeter } from './process-meter.ts';

const observer = new URL('observer.mjs', import.meta.url).href;
const readyTimeoutMs = 60_000;
const answerTimeoutMs = 60_000;

/**
 * The heap that services have in a container of 1 GiB, and a small young generation: its usual 48 MiB would hide the memory
 * of a body.
 */
const heapOptions = ['--max-old-space-size=700', '--max-semi-space-size=2'];

/** As many requests are sent to a service at once. */
export const connections = 32;

/** A service of a checkout, in a process that is measured from outside. */
export interface ObservedService {
  readonly name: string;
  readonly port: number;
  readonly agent: Agent;
  /** Measures the present process. */
  meter(): ProcessMeter;
  isRunning(): boolean;
  /** Returns its last lines of output, to report why it ended. */
  lastWords(): string;
  /** Returns the CPU time of the longest turn of the event loop since the last call. */
  longestTurnMs(): Promise<number>;
  /** Returns the bytes of the heap and of buffers, after a garbage collection. */
  heapBytes(): Promise<number>;
  /** Kills it if it runs, and starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

export async function startObservedService(options: {
  checkout: string;
  name: string;
  env: Readonly<Record<string, string>>;
}): Promise<ObservedService> {
  const { checkout, name, env } = options;
  const port = await findFreePort();
  const dist = join(checkout, 'services', name, 'dist');
  // Releases until 0.1 were not bundled.
  const main = join(dist, existsSync(join(dist, 'service.js')) ? 'service.js' : 'main.js');
  let child: ChildProcess;
  let printed = '';
  let agent = new Agent({ keepAlive: true, maxSockets: connections });

  async function start(): Promise<void> {
    child = spawn(process.execPath, [...heapOptions, '--import', observer, main], {
      env: { ...env, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-4_000)));
    }
    await untilReady();
  }

  async function untilReady(): Promise<void> {
    for (const deadline = Date.now() + readyTimeoutMs; Date.now() < deadline; await delay(50)) {
      if (!isRunning()) throw new Error(`${name} ended while it started: ${printed}`);
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
      await answer?.body?.cancel();
      if (answer?.ok) return;
    }
    throw new Error(`${name} was not ready after ${readyTimeoutMs / 1000} seconds: ${printed}`);
  }

  async function stop(): Promise<void> {
    agent.destroy();
    if (!isRunning()) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  const isRunning = () => child.exitCode === null && child.signalCode === null;

  /** Asks for a figure; NaN if the service ends first. */
  async function ask(what: string): Promise<number> {
    const settled = new AbortController();
    const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(answerTimeoutMs)]);
    const answered = once(child, 'message', { signal }).then(
      (words) => (words as [{ value: number }])[0].value,
    );
    const gone = once(child, 'exit', { signal }).then(() => Number.NaN);
    try {
      child.send({ ask: what }, () => {}); // if it cannot be asked, it is about to be gone
      return await Promise.race([answered, gone]);
    } finally {
      settled.abort();
      await Promise.allSettled([answered, gone]);
    }
  }

  await start();
  return {
    name,
    port,
    get agent() {
      return agent;
    },
    meter: () => createProcessMeter(child.pid!),
    isRunning,
    lastWords: () => printed.slice(-600),
    longestTurnMs: () => ask('longest turn'),
    heapBytes: () => ask('heap'),
    async restart() {
      await stop();
      agent = new Agent({ keepAlive: true, maxSockets: connections });
      await start();
    },
    stop,
  };
}

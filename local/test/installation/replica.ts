import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '@bunting/local';

/** A built service as a process of its own. */
export interface Replica {
  readonly service: string;
  readonly port: number;
  readonly url: string;
  readonly child: ChildProcess;
  /** All that it printed so far. */
  output(): string;
  /** Sends SIGTERM; resolves with the exit code and how long it took. */
  stop(): Promise<{ code: number | null; tookMs: number }>;
}

const started = new Set<ChildProcess>();

/** Resolves when it is ready. It gets nothing of this environment but where programs are. */
export async function startReplica(
  service: string,
  env: Record<string, string>,
  port?: number,
): Promise<Replica> {
  port ??= await findFreePort();
  const main = fileURLToPath(new URL(`../../../services/${service}/dist/main.js`, import.meta.url));
  const child = spawn(process.execPath, [main], {
    env: { PATH: process.env['PATH'], ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  }
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const url = `http://127.0.0.1:${port}`;
  const replica: Replica = {
    service,
    port,
    url,
    child,
    output: () => output,
    async stop() {
      const startedAt = performance.now();
      child.kill('SIGTERM');
      const code = await exited;
      return { code, tookMs: performance.now() - startedAt };
    },
  };
  for (let attempt = 0; attempt < 1_200; attempt++) {
    if (child.exitCode !== null) throw new Error(`${service} ended: ${output}`);
    if (await isReady(replica)) return replica;
    await delay(25);
  }
  throw new Error(`${service} did not become ready: ${output}`);
}

export async function isReady({ url }: Pick<Replica, 'url'>): Promise<boolean> {
  const response = await fetch(`${url}/readyz`).catch(() => undefined);
  await response?.body?.cancel();
  return response?.ok === true;
}

/** For the end of a test file: whatever it left running. */
export function killReplicas(): void {
  for (const child of started) if (child.exitCode === null) child.kill('SIGKILL');
  started.clear();
}

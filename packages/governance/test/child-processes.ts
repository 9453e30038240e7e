import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { governanceWithLongTimeouts } from '@bunting/testing';
import type { Organisation } from '@bunting/definitions/organisations';
import type { Servers } from './governed.ts';

export interface ProcessTask {
  readonly organisation: Organisation;
  /** Requested one after the other by `concurrency` clients, once each, or repeatedly for `forMs`. */
  readonly identities: readonly string[];
  readonly concurrency: number;
  readonly forMs?: number;
  readonly ratePerMinute?: number;
  readonly storeIntervalMs?: number;
}

export interface ProcessReport {
  readonly outcomeCounts: Record<string, number>;
  /** Without `forMs`: the identities. */
  readonly admitted: readonly string[];
  readonly decidedAlone: number;
}

export interface TestProcess {
  readonly child: ChildProcess;
  /** Starts its requests; the process runs on afterwards. */
  begin(): Promise<ProcessReport>;
}

/** Starts a process with its own governance on the same servers; it is ready, but has not begun. */
export async function startProcess(servers: Servers, task: ProcessTask): Promise<TestProcess> {
  const settings = {
    ...task,
    ...governanceWithLongTimeouts,
    redis: servers.redisTarget,
    databaseUrl: servers.databaseUrl,
  };
  const program = fileURLToPath(new URL('process.mjs', import.meta.url));
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = spawn(process.execPath, [program], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.write(`${JSON.stringify(settings)}\n`);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const line = await lines.next();
    if (line.done) throw new Error('The process ended: is the package built?');
    return line.value;
  };
  await nextLine();
  return {
    child,
    async begin() {
      child.stdin.write('begin\n');
      return JSON.parse(await nextLine()) as ProcessReport;
    },
  };
}

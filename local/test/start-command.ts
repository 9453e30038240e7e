import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { services } from '../src/services.ts';
import { findFreePort } from '@bunting/embedded-servers';

const install = fileURLToPath(new URL('../install.mjs', import.meta.url));

export interface StartCommand {
  readonly pid: number;
  /** Returns all its output so far. */
  output(): string;
  /** Resolves with its output when the address is printed; rejects when it ends before that. */
  readonly ready: Promise<string>;
  /** Resolves when it has ended. */
  readonly ended: Promise<{ code: number | null; output: string }>;
  send(signal: NodeJS.Signals): void;
}

const defaults = {
  DEMO_TRAFFIC: 'off', // most tests would count the made-up users
  INGEST_API_WRITE_TIMEOUT_MS: '20000', // the machine may have other work
};

/** Runs `npm start` with only the given environment variables, PATH and the defaults of tests. */
export function runStart(env: Record<string, string>): StartCommand {
  const child = spawn(process.execPath, [install, 'start'], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...defaults, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  const ready = new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (output.includes('Ctrl-C')) resolve(output);
      });
    }
    void ended.then(() => reject(new Error(`It ended before it was ready:\n${output}`)));
  });
  ready.catch(() => {}); // a caller that only waits for the end ignores this rejection
  return { pid: child.pid!, output: () => output, ready, ended, send: (signal) => void child.kill(signal) };
}

/** Ports that nobody uses, now and at the next start: for the one address, and for each service by its variable. */
export async function freePorts(): Promise<Record<string, string>> {
  const ports: [string, string][] = [['PORT', String(await findFreePort())]];
  for (const { portVariable } of services) ports.push([portVariable, String(await findFreePort())]);
  return Object.fromEntries(ports);
}

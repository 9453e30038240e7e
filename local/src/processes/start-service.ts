import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Failure, findInstallationRoot, forService } from '@bunting/embedded-servers';
import { waitForExit, type Running } from './keep-running.ts';
import type { ProcessRegistry } from './process-registry.ts';
import type { Service } from '../services.ts';

const readyTimeoutMs = 30_000;

/** Starts one service in its own process, and waits until it reports that it is ready. */
export async function startService(options: {
  service: Service;
  port: number;
  env: NodeJS.ProcessEnv;
  registry: ProcessRegistry;
  /** Prints what the service does, a line each. */
  report: (line: string) => void;
}): Promise<Running> {
  const { service, port, env, registry, report } = options;
  const root = findInstallationRoot();
  const main = join(root, 'services', service.name, 'dist/service.js');
  const leaveWithParent = pathToFileURL(
    join(root, 'packages/embedded-servers/dist/leave-with-parent.js'),
  ).href;
  const child = spawn(process.execPath, ['--enable-source-maps', '--import', leaveWithParent, main], {
    env: { ...(await forService(service.name, env)), HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    detached: true, // so that Ctrl-C in a terminal reaches only the start command, which stops everything in order
  });
  registry.watch(service.name, child);
  for (const stream of [child.stdout!, child.stderr!]) {
    createInterface(stream).on('line', (line) => report(serviceLine(service.name, line)));
  }
  const ended = waitForExit(child);
  await untilReady(service.name, port, child);
  return {
    ended,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function untilReady(name: string, port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + readyTimeoutMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Failure(`${name} exited during startup: see its output above.`);
    }
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await sleep(100);
  }
  child.kill('SIGKILL');
  throw new Failure(`${name} wasn't ready after ${readyTimeoutMs / 1000} seconds: see its output above.`);
}

/**
 * Formats a line that a service printed for the console: the service's name, and of a JSON log line its level, its
 * message, and its other members.
 */
function serviceLine(service: string, line: string): string {
  const entry = readEntry(line);
  if (!entry) return `${service}  ${line}`;
  const { level, msg, time: _time, service: _service, pid: _pid, hostname: _hostname, err, ...rest } = entry;
  const more = Object.keys(rest).length > 0 ? ` ${JSON.stringify(rest)}` : '';
  const error = err?.stack ?? err?.message;
  return `${service}  ${level}: ${msg ?? ''}${more}${error === undefined ? '' : `\n${error}`}`;
}

interface Entry {
  readonly level: string;
  readonly msg?: string;
  readonly err?: { readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

function readEntry(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as Partial<Entry>;
    return typeof entry.level === 'string' ? (entry as Entry) : undefined;
  } catch {
    return undefined;
  }
}

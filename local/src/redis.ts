import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Failure } from './failure.ts';

export interface LocalRedis {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

const image = 'redis:8-alpine';

/** The name of a Redis-compatible server program on the PATH, if there is one. */
export function findRedisProgram(): string | undefined {
  return ['redis-server', 'valkey-server'].find(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
  );
}

/** Starts a Redis of its own on loopback, with append-only persistence in `dataDir`. */
export async function startRedis(options: {
  /** A server program on the PATH, or `docker`. */
  program: string;
  dataDir: string;
  port: number;
  /** In a process group of its own, out of reach of the terminal's Ctrl-C. */
  detached?: boolean;
  /** Beside those that every server gets, as redis.conf has them; not in Docker. */
  settings?: Readonly<Record<string, string>>;
}): Promise<LocalRedis> {
  const { program, dataDir, port, detached = false } = options;
  await mkdir(dataDir, { recursive: true });
  const args =
    program === 'docker'
      ? inContainer(dataDir, port)
      : settings({ port: String(port), bind: '127.0.0.1', dir: dataDir, ...options.settings });
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], detached });
  await untilReady(server);
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    process: server,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

function settings(own: Record<string, string>): string[] {
  const all = { ...own, appendonly: 'yes', save: '', 'maxmemory-policy': 'noeviction' };
  return Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
}

/** `docker run` in the foreground passes SIGTERM on to the server, so the container ends as a process would. */
function inContainer(dataDir: string, port: number): string[] {
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  const container = [
    '--rm',
    '--user',
    user,
    '--publish',
    `127.0.0.1:${port}:6379`,
    '--volume',
    `${dataDir}:/data`,
  ];
  return ['run', ...container, image, 'redis-server', ...settings({ dir: '/data' })];
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    for (const stream of [server.stdout!, server.stderr!]) {
      stream.on('data', (chunk: Buffer) => {
        if (log.length < 20_000) log += chunk.toString();
        if (log.includes('eady to accept connections')) resolve();
      });
    }
    server.once('error', reject);
    server.once('exit', () => reject(new Failure(`Redis did not start: ${lastLine(log)}`)));
  });
}

function lastLine(log: string): string {
  return log.trim().split('\n').at(-1) || 'it ended without a word.';
}

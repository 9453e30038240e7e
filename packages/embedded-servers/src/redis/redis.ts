import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Failure } from '../failure.ts';
import { forAnyProgram } from '../select-environment.ts';

/** A Redis server that this process started on 127.0.0.1. */
export interface LocalRedis {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  /** Resolves when the process has ended. */
  stop(): Promise<void>;
}

const image = 'redis:8-alpine';

/** Returns the name of a Redis-compatible server program on the PATH, if there is one. */
export function findRedisProgram(): string | undefined {
  return ['redis-server', 'valkey-server'].find(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
  );
}

/** Starts Redis on loopback, with append-only persistence in `dataDir`. */
export async function startRedis(options: {
  /** A server program on the PATH, or `docker`. */
  program: string;
  dataDir: string;
  port: number;
  /** Starts the server in a process group, so that Ctrl-C in the terminal does not reach it. */
  detached?: boolean;
  /** The password of the server. It goes over standard input, so that no list of processes shows it. */
  password?: string;
  /** Further settings of redis.conf; not applied in Docker. */
  settings?: Readonly<Record<string, string>>;
}): Promise<LocalRedis> {
  const { program, dataDir, port, password, detached = false } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const own =
    program === 'docker'
      ? { dir: '/data' }
      : { port: String(port), bind: '127.0.0.1', dir: dataDir, ...options.settings };
  const settings = { ...own, appendonly: 'yes', save: '', 'maxmemory-policy': 'noeviction' };
  const args = password === undefined ? asArguments(settings) : ['-'];
  // The umask makes its files unreadable for other users.
  const command =
    program === 'docker'
      ? inContainer(dataDir, port, args)
      : ['-c', 'umask 077; exec "$@"', 'sh', program, ...args];
  const server = spawn(program === 'docker' ? program : 'sh', command, {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: program === 'docker' ? process.env : forAnyProgram(process.env),
    detached,
  });
  server.stdin.on('error', () => {}); // it has ended already, and its log says why
  server.stdin.end(password === undefined ? '' : asFile({ ...settings, requirepass: password }));
  await untilReady(server);
  return {
    url: `redis://${password === undefined ? '' : `:${encodeURIComponent(password)}@`}127.0.0.1:${port}`,
    port,
    process: server,
    async stop() {
      if (server.exitCode !== null || server.signalCode !== null) return;
      server.kill('SIGTERM');
      await once(server, 'exit');
    },
  };
}

function asArguments(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
}

/** Formats the settings as redis.conf. */
function asFile(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${JSON.stringify(value)}\n`);
  return lines.join('');
}

/**
 * Runs the server by `docker run` in the foreground, which forwards SIGTERM, so that the container ends like a
 * process.
 */
function inContainer(dataDir: string, port: number, args: readonly string[]): string[] {
  const user = `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`;
  const container = [
    '--rm',
    '--interactive',
    '--user',
    user,
    '--publish',
    `127.0.0.1:${port}:6379`,
    '--volume',
    `${dataDir}:/data`,
  ];
  return ['run', ...container, image, 'redis-server', ...args];
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
  return log.trim().split('\n').at(-1) || 'it exited without a message.';
}

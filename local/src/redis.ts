import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';

export interface LocalRedis {
  readonly url: string;
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** The name of a Redis-compatible server program on the PATH, if there is one. */
export function findRedisProgram(): string | undefined {
  return ['redis-server', 'valkey-server'].find(
    (program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0,
  );
}

/** Starts a Redis of its own on loopback, with append-only persistence in `dataDir`. */
export async function startRedis(options: { program: string; dataDir: string; port: number }): Promise<LocalRedis> {
  const { program, dataDir, port } = options;
  await mkdir(dataDir, { recursive: true });
  const settings = { port, bind: '127.0.0.1', dir: dataDir, appendonly: 'yes', save: '', 'maxmemory-policy': 'noeviction' };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const server = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  await new Promise<void>((resolve, reject) => {
    let log = '';
    server.stdout!.on('data', (chunk: Buffer) => {
      if (log.length < 20_000) log += chunk.toString();
      if (log.includes('eady to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`Redis did not start: ${log.trim()}`)));
  });
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

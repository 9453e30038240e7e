/** Runs pgbouncer in transaction mode in front of a test's database. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort, findIdentity } from '@bunting/embedded-servers';
import { until } from '../until.ts';

/** A pgbouncer of one test. */
export interface TestPgBouncer {
  /** The address in the format of DATABASE_URL, with `?pgbouncer=true`. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Debian installs it in a folder that is only in root's PATH. */
const programs = ['pgbouncer', '/usr/sbin/pgbouncer'];

/** Returns the path of pgbouncer, or undefined if it is not installed. */
export function findPgBouncer(): string | undefined {
  return programs.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0);
}

/** Starts pgbouncer with at most `poolSize` connections to PostgreSQL. Rejects if it is not installed. */
export async function startTestPgBouncer(databaseUrl: string, poolSize: number): Promise<TestPgBouncer> {
  const program = findPgBouncer();
  if (program === undefined) throw new Error('No pgbouncer here: install it, or run npm test, which tries.');
  const { hostname, port: databasePort, username } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'bunting-pgbouncer-'));
  const port = await findFreePort();
  const file = join(folder, 'pgbouncer.ini');
  const settings = [
    '[databases]',
    `* = host=${hostname} port=${databasePort} user=${username}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
    'max_client_conn = 1000',
  ];
  await writeFile(file, settings.join('\n'));
  // pgbouncer refuses to run as root.
  const identity = await findIdentity(folder);
  if (identity) for (const path of [folder, file]) await chown(path, identity.uid, identity.gid);
  const child = spawn(program, [file], { ...identity, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  let words = '';
  child.stderr.on('data', (chunk: Buffer) => (words += chunk.toString()));
  const url = new URL(databaseUrl);
  url.port = String(port);
  url.searchParams.set('pgbouncer', 'true');
  await until(() => {
    if (child.exitCode !== null) throw new Error(`pgbouncer did not start: ${words}`);
    return answers(port);
  });
  return {
    url: url.href,
    async stop() {
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGQUIT')) await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

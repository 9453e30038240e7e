// HAProxy with the configuration of docker-compose.yml, except for its own address and that of eval-api.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { otherCores, pin } from '../evaluate/processes.mjs';
import { untilReady } from '../installation.mjs';

const { findFreePort } = await import('../../packages/embedded-servers/dist/index.js');

/** Returns undefined if HAProxy is not installed. */
export async function startProxy(evalApiPort) {
  const folders = [...process.env.PATH.split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const program = folders.map((folder) => join(folder, 'haproxy')).find((path) => existsSync(path));
  if (program === undefined) return undefined;
  const [port, operatorsPort] = [await findFreePort(), await findFreePort()];
  const folder = await mkdtemp(join(tmpdir(), 'bunting-bench-'));
  const path = join(folder, 'haproxy.cfg');
  const text = readFileSync(new URL('../../deploy/haproxy.cfg', import.meta.url), 'utf8')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('bind :8404', `bind 127.0.0.1:${operatorsPort}`)
    .replace('maxconn 20000', 'maxconn 500')
    .replace('init-addr none resolvers docker resolve-prefer ipv4', '')
    .replaceAll(/^ *server-template \S+ \d+ (\S+):\d+$/gm, (_, service) =>
      service === 'eval-api' ? `  server one 127.0.0.1:${evalApiPort}` : '',
    );
  await writeFile(path, text);
  const child = spawn(program, ['-db', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] });
  pin(child.pid, otherCores);
  await untilReady(`http://127.0.0.1:${operatorsPort}/readyz`);
  return {
    port,
    pid: child.pid,
    version: /version (\S+)/.exec(spawnSync(program, ['-v'], { encoding: 'utf8' }).stdout)[1],
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

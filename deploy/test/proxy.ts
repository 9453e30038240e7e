import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@bunting/local';
import { readText } from './compose-file.ts';
import { startProgram } from './running.ts';

export interface RunningProxy {
  readonly baseUrl: string;
  readonly operatorsUrl: string;
  stop(): Promise<void>;
}

/**
 * HAProxy with the configuration of docker-compose.yml; only where it listens and where the services are is another
 * place. `ports` are those of each service's replicas.
 */
export async function startProxy(
  haproxy: string,
  ports: Readonly<Record<string, readonly number[]>>,
): Promise<RunningProxy> {
  const [port, operatorsPort] = [await findFreePort(), await findFreePort()];
  const folder = await mkdtemp(join(tmpdir(), 'bunting-proxy-'));
  const path = join(folder, 'haproxy.cfg');
  await writeFile(path, movedTo({ port, operatorsPort, ports }));
  const operatorsUrl = `http://127.0.0.1:${operatorsPort}`;
  const running = await startProgram({
    program: haproxy,
    args: ['-db', '-f', path],
    address: `${operatorsUrl}/readyz`,
  });
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    operatorsUrl,
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function movedTo(place: {
  port: number;
  operatorsPort: number;
  ports: Readonly<Record<string, readonly number[]>>;
}): string {
  return readText('deploy/haproxy.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${place.port}`)
    .replace('bind :8404', `bind 127.0.0.1:${place.operatorsPort}`)
    .replace('maxconn 20000', 'maxconn 500') // files that may be open here are not docker-compose.yml's `ulimits`
    .replace('init-addr none resolvers docker resolve-prefer ipv4', '')
    .replaceAll(/^ *server-template \S+ \d+ (\S+):\d+$/gm, (_, name: string) =>
      (place.ports[name] ?? []).map((port) => `  server ${name}-${port} 127.0.0.1:${port}`).join('\n'),
    );
}

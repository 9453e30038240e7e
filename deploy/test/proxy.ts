import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@bunting/embedded-servers';
import { readMetric, until } from '@bunting/testing';
import { readText } from './compose-file.ts';
import { startProgram, type RunningProcess } from './running.ts';

export interface RunningProxy extends Pick<RunningProcess, 'output' | 'signal' | 'ended' | 'stop'> {
  readonly baseUrl: string;
  readonly operatorsUrl: string;
  /** Returns the value of one of its metrics. */
  metric(line: string): Promise<number>;
  /** Waits until it sends requests to that replica. */
  untilUp(service: string, port: number): Promise<void>;
  /** Reloads its configuration (SIGUSR2). Resolves when all requests of the old one were answered. */
  reload(): Promise<void>;
}

const patienceMs = 60_000;

type Edit = (configuration: string) => string;

/**
 * Starts HAProxy with the configuration of docker-compose.yml, except for its own address and those of the services.
 * `ports` has the ports of each service's replicas. It logs requests that fail, too.
 */
export function startProxy(
  haproxy: string,
  ports: Readonly<Record<string, readonly number[]>>,
  { maxPerAddress = 7500 } = {},
): Promise<RunningProxy> {
  return start(haproxy, (configuration) =>
    configuration
      .replace('${PROXY_MAX_CONNECTIONS_PER_ADDRESS-7500}', String(maxPerAddress))
      .replace('local0 notice', 'local0 info')
      .replace('init-addr none resolvers docker resolve-prefer ipv4', '')
      .replaceAll(/^ *http-request do-resolve.*\n/gm, '')
      .replaceAll(/^ *server-template \S+ \d+ (\S+):\d+$/gm, (_, name: string) =>
        (ports[name] ?? []).map((port) => `  server ${name}-${port} 127.0.0.1:${port}`).join('\n'),
      ),
  );
}

/** Starts it with the name server at this address, where it finds replicas of eval-api on this port. */
export function startProxyWithNames(
  haproxy: string,
  backend: { nameServer: string; port: number },
): Promise<RunningProxy> {
  return start(haproxy, (configuration) =>
    configuration
      .replace('parse-resolv-conf', `nameserver test ${backend.nameServer}`)
      .replace('eval-api:8081', `eval-api:${backend.port}`),
  );
}

async function start(haproxy: string, edit: Edit): Promise<RunningProxy> {
  const [port, operatorsPort] = [await findFreePort(), await findFreePort()];
  const folder = await mkdtemp(join(tmpdir(), 'bunting-proxy-'));
  const path = join(folder, 'haproxy.cfg');
  const configuration = readText('deploy/haproxy.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('bind :8404', `bind 127.0.0.1:${operatorsPort}`)
    .replace('maxconn 32000', 'maxconn 500'); // files that may be open here are not docker-compose.yml's `ulimits`
  await writeFile(path, edit(configuration));
  const operatorsUrl = `http://127.0.0.1:${operatorsPort}`;
  const running = await startProgram({
    program: haproxy,
    args: ['-W', '-db', '-f', path], // as its image does
    address: `${operatorsUrl}/readyz`,
  });
  const metric = async (line: string) => {
    const response = await fetch(`${operatorsUrl}/metrics`, { headers: { Connection: 'close' } });
    return readMetric(await response.text(), line);
  };
  const occurrences = (words: string) => running.output().split(words).length - 1;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    operatorsUrl,
    output: () => running.output(),
    signal: (name) => running.signal(name),
    ended: running.ended,
    metric,
    async untilUp(service, port) {
      const line = `haproxy_server_status{proxy="${service}",server="${service}-${port}",state="UP"}`;
      await until(async () => (await metric(line)) === 1, patienceMs);
    },
    async reload() {
      const before = occurrences('Former worker');
      running.signal('SIGUSR2');
      await until(() => occurrences('Former worker') > before, patienceMs);
    },
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

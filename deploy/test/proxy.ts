import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '@bunting/local';
import { readText } from './compose-file.ts';
import { startProgram, type RunningProcess } from './running.ts';

export interface RunningProxy extends Pick<RunningProcess, 'signal' | 'ended' | 'stop'> {
  readonly baseUrl: string;
  readonly operatorsUrl: string;
  /** Waits until it sends requests to `count` replicas of the service, or to this one. */
  untilUp(service: string, which: { count: number } | { port: number }): Promise<void>;
  /** Reads its configuration again (SIGUSR2). Resolves when those of the old one were all answered. */
  reload(): Promise<void>;
}

type Edit = (configuration: string) => string;

/**
 * HAProxy with the configuration of docker-compose.yml; only where it listens and where the services are is another
 * place. `ports` are those of each service's replicas.
 */
export function startProxy(
  haproxy: string,
  ports: Readonly<Record<string, readonly number[]>>,
): Promise<RunningProxy> {
  return start(haproxy, (configuration) =>
    configuration
      .replace('init-addr none resolvers docker resolve-prefer ipv4', '')
      .replaceAll(/^ *http-request do-resolve.*\n/gm, '')
      .replaceAll(/^ *server-template \S+ \d+ (\S+):\d+$/gm, (_, name: string) =>
        (ports[name] ?? []).map((port) => `  server ${name}-${port} 127.0.0.1:${port}`).join('\n'),
      ),
  );
}

/** The same, except that it asks the name server at this address, and finds replicas of eval-api on this port. */
export function startProxyWithNames(
  haproxy: string,
  place: { nameServer: string; port: number },
): Promise<RunningProxy> {
  return start(haproxy, (configuration) =>
    configuration
      .replace('parse-resolv-conf', `nameserver test ${place.nameServer}`)
      .replace('eval-api:8081', `eval-api:${place.port}`),
  );
}

async function start(haproxy: string, edit: Edit): Promise<RunningProxy> {
  const [port, operatorsPort] = [await findFreePort(), await findFreePort()];
  const folder = await mkdtemp(join(tmpdir(), 'bunting-proxy-'));
  const path = join(folder, 'haproxy.cfg');
  const configuration = readText('deploy/haproxy.cfg')
    .replace('bind :8080', `bind 127.0.0.1:${port}`)
    .replace('bind :8404', `bind 127.0.0.1:${operatorsPort}`)
    .replace('maxconn 20000', 'maxconn 500'); // files that may be open here are not docker-compose.yml's `ulimits`
  await writeFile(path, edit(configuration));
  const operatorsUrl = `http://127.0.0.1:${operatorsPort}`;
  const running = await startProgram({
    program: haproxy,
    args: ['-W', '-db', '-f', path], // as its image does
    address: `${operatorsUrl}/readyz`,
  });
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    const deadline = Date.now() + 60_000;
    while (!(await isSo())) {
      if (Date.now() > deadline) throw new Error(`HAProxy does not get there:\n${running.output()}`);
      await sleep(50);
    }
  };
  const occurrences = (words: string) => running.output().split(words).length - 1;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    operatorsUrl,
    signal: (name) => running.signal(name),
    ended: running.ended,
    untilUp: (service, which) =>
      until(async () => {
        const headers = { Connection: 'close' };
        const text = await (await fetch(`${operatorsUrl}/metrics?scope=server`, { headers })).text();
        const up = [...text.matchAll(/^haproxy_server_status\{proxy="(.+)",server="(.+)",state="UP"\} 1$/gm)];
        const servers = up.filter(([, proxy]) => proxy === service).map(([, , server]) => server);
        return 'port' in which
          ? servers.includes(`${service}-${which.port}`)
          : servers.length === which.count;
      }),
    async reload() {
      const before = occurrences('Former worker');
      running.signal('SIGUSR2');
      await until(() => occurrences('Former worker') > before);
    },
    async stop() {
      await running.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The management API and the console as processes, behind one address. */
import { createServer, request as send } from 'node:http';
import { findFreePort } from '@bunting/embedded-servers';
import { startTestService, type ServiceProcess } from '@bunting/testing';
import { openGateway } from '../../../../local/src/gateway/gateway.ts';
import { services } from '../../../../local/src/services.ts';

/** The addresses of the console for a page. */
export interface ConsoleAddresses {
  readonly url: string;
  readonly port: number;
  /** Below `/flags` of another address, whose proxy strips that path. */
  readonly flagsUrl: string;
}

export interface ConsoleProcesses extends ConsoleAddresses {
  readonly settingsApi: ServiceProcess;
  /** The process that sends the page at the plain address. */
  readonly console: { kill(): Promise<unknown>; restart(): Promise<void> };
  stop(): Promise<void>;
}

type Variables = Readonly<Record<string, string>>;

export interface ConsoleOptions {
  /** Environment variables of the management API, or what makes them of the address below `/flags`. */
  readonly settings?: Variables | ((flagsUrl: string) => Promise<Variables>);
  /** With what evaluates, at the same address. */
  readonly evaluates?: boolean;
}

export async function startConsoleProcesses(
  databaseUrl: string,
  redisUrl: string,
  { settings = {}, evaluates = false }: ConsoleOptions = {},
): Promise<ConsoleProcesses> {
  const flagsPort = await findFreePort();
  const flagsUrl = `http://127.0.0.1:${flagsPort}/flags`;
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, TRUST_PROXY: '1' };
  const [settingsApi, evalApi, plain, below] = await Promise.all([
    startTestService('settings-api', {
      ...env,
      ...(typeof settings === 'function' ? await settings(flagsUrl) : settings),
    }),
    evaluates ? startTestService('eval-api', env) : undefined,
    startTestService('console', {}),
    startTestService('console', { PUBLIC_URL: flagsUrl }),
  ]);
  const open = async (console: ServiceProcess) => {
    const port = await findFreePort();
    const ports: Readonly<Record<string, number>> = {
      'settings-api': settingsApi.port,
      console: console.port,
      ...(evalApi && { 'eval-api': evalApi.port }),
    };
    const routes = services.flatMap(({ name, paths }) =>
      ports[name] === undefined ? [] : paths.map((path) => ({ ...path, port: ports[name]! })),
    );
    return { port, gateway: await openGateway(port, routes) };
  };
  const [first, second] = [await open(plain), await open(below)];
  const proxy = createServer((req, res) => {
    if (!req.url!.startsWith('/flags')) return void res.writeHead(404).end();
    const path = req.url!.slice('/flags'.length) || '/';
    const { method, headers } = req;
    const sent = send({ host: '127.0.0.1', port: second.port, path, method, headers }, (answer) => {
      res.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(res);
    });
    return void req.pipe(sent);
  }).listen(flagsPort, '127.0.0.1');
  let running = plain;
  return {
    url: `http://127.0.0.1:${first.port}`,
    port: first.port,
    flagsUrl,
    settingsApi,
    console: {
      kill: () => running.stop('SIGKILL'),
      async restart() {
        running = await startTestService('console', {}, plain.port);
      },
    },
    async stop() {
      proxy.close();
      proxy.closeAllConnections();
      await Promise.all([first.gateway.stop(), second.gateway.stop()]);
      await Promise.all([settingsApi, running, below].map((service) => service.stop('SIGKILL')));
      await evalApi?.stop('SIGKILL');
    },
  };
}

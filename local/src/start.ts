import { join } from 'node:path';
import { migrate } from '@bunting/database/migrate';
import {
  Failure,
  findIdentity,
  findInstallationRoot,
  findRedisSource,
  getErrorMessage,
  type Step,
} from '@bunting/embedded-servers';
import { applyBootstrap } from './data/apply-bootstrap.ts';
import { openDataDir } from './data/data-dir.ts';
import { refuseNewerData, writeDataVersion } from './data/data-version.ts';
import { ensureSecrets } from './data/secrets.ts';
import { provideDatabase, provideRedis, type Dependencies } from './data/stores.ts';
import { receiverPath, receiveWebhook } from './demo/demo-receiver.ts';
import { demoEnvironment, openDemo } from './demo/open-demo.ts';
import { hostOfUrl, isReachableFromNetwork, listenHosts, requireFreePorts } from './gateway/addresses.ts';
import { openGateway } from './gateway/gateway.ts';
import { keepRunning } from './processes/keep-running.ts';
import { ProcessRegistry } from './processes/process-registry.ts';
import { createShutdown, type Shutdown } from './processes/shutdown.ts';
import { startService } from './processes/start-service.ts';
import { services, type Service } from './services.ts';
import { readVersion } from './read-version.ts';
import { readSettings, type Settings } from './settings.ts';
import { generatedSecrets, notDone, welcome } from './welcome.ts';

/** Runs a whole installation until it is asked to stop. Throws a Failure when it cannot be brought up. */
export async function start(step: Step, env = process.env): Promise<void> {
  const report = (message: string) => console.log(message);
  const settings = readSettings(env, findInstallationRoot());
  const embeds = settings.databaseUrl === undefined;
  openDataDir(settings.dataDir, embeds ? await findIdentity(join(settings.dataDir, 'postgres')) : undefined);
  refuseNewerData(settings.dataDir, readVersion());
  const registry = new ProcessRegistry(join(settings.dataDir, 'processes.json'));
  await registry.takeOver(report);
  const shutdown = createShutdown(registry, report);
  try {
    await bringUp({ settings, env, registry, report }, shutdown, step);
    await shutdown.requested;
  } catch (error) {
    // An error that an interruption caused is not reported.
    if (!shutdown.isRequested) throw error;
  } finally {
    await shutdown.stopAll();
  }
}

async function bringUp(dependencies: Dependencies, shutdown: Shutdown, step: Step): Promise<void> {
  const { settings, report } = dependencies;
  const next: Step = (label, work) => {
    if (shutdown.isRequested) throw new Error('interrupted');
    return step(label, work);
  };
  const hosts = listenHosts(settings.host);
  await requireFreePorts([['PORT', settings.port, hosts], ...services.map(portOf(settings))]);
  const redisProgram = settings.redisUrl === undefined ? await findRedisSource(next) : undefined;
  const { ofServices, passwords } = ensureSecrets(join(settings.dataDir, 'secrets.json'), dependencies.env);
  const [database, redis] = await next('PostgreSQL and Redis', () =>
    together(
      provideDatabase(dependencies, passwords.EMBEDDED_POSTGRES_PASSWORD).then(keepFor(shutdown)),
      provideRedis(dependencies, redisProgram, passwords.EMBEDDED_REDIS_PASSWORD).then(keepFor(shutdown)),
    ),
  );
  await next('Migrations', () => migrateOrFail(database.url));
  writeDataVersion(settings.dataDir, readVersion());
  const addresses = { DATABASE_URL: database.url, REDIS_URL: redis.url };
  const address = `http://${hostOfUrl(settings.host)}:${settings.port}`;
  const defaults = {
    LOG_LEVEL: 'warn',
    ...(dependencies.env['NODE_ENV'] === 'production' && { PUBLIC_URL: address }), // where it is required
    TRUST_PROXY: '1', // requests come through the gateway, which names the address of the client
    ...(settings.isDemo && { SIGN_UP: 'open' }), // a person who tries the demo has nobody who could invite them
  };
  const env = {
    ...defaults,
    ...dependencies.env,
    ...demoEnvironment(settings, dependencies.env),
    ...addresses,
    ...ofServices,
  };
  const { bootstrapFile: file } = settings;
  const bootstrap =
    file === undefined
      ? undefined
      : await next('Bootstrap document', () => applyBootstrap(file, env, settings));
  for (const line of notDone(bootstrap?.warnings ?? [])) report(line);
  for (const line of generatedSecrets(bootstrap?.generated ?? [])) report(line);
  await next('Services', () =>
    together(...services.map((service) => runService(service, env, dependencies).then(keepFor(shutdown)))),
  );
  if (shutdown.isRequested) return;
  const routes = services.flatMap(({ name, paths }) =>
    paths.map((path) => ({ ...path, port: settings.servicePorts.get(name)! })),
  );
  const handlers = settings.isDemo ? new Map([[receiverPath, receiveWebhook]]) : undefined;
  shutdown.add(await openGateway(settings.port, routes, hosts, handlers));
  if (settings.isDemo && isReachableFromNetwork(settings.host)) report(demoIsOpen(settings.host!));
  const traffic = await openDemo(settings, bootstrap, env, report);
  if (traffic) shutdown.add(traffic);
  report(
    `\n${await welcome({ address, bootstrap, isDemo: settings.isDemo, hasTraffic: traffic !== undefined, dataDir: settings.dataDir })}`,
  );
}

const demoIsOpen = (host: string) =>
  `\nWarning: HOST=${host} exposes this installation to the network, and the demo's passwords, keys and tokens are public. ` +
  'Listen only on this machine, or use your own document and a new folder of data.';

async function migrateOrFail(databaseUrl: string): Promise<void> {
  try {
    await migrate({ databaseUrl });
  } catch (error) {
    throw new Failure(`Migrating the database failed: ${getErrorMessage(error)}`);
  }
}

function runService(service: Service, env: NodeJS.ProcessEnv, { settings, registry, report }: Dependencies) {
  const port = settings.servicePorts.get(service.name)!;
  return keepRunning(service.name, () => startService({ service, port, env, registry, report }), report);
}

const portOf = (settings: Settings) => (service: Service) =>
  [service.portVariable, settings.servicePorts.get(service.name)!] as const;

function keepFor(shutdown: Shutdown) {
  return <Running extends { stop(): Promise<void> }>(running: Running): Running => {
    shutdown.add(running);
    return running;
  };
}

/** Waits like Promise.all, but also for the others when one fails, so that nothing is left half started. */
async function together<const Results extends readonly unknown[]>(
  ...parts: { [Index in keyof Results]: Promise<Results[Index]> }
): Promise<Results> {
  await Promise.allSettled(parts);
  return Promise.all(parts) as Promise<unknown> as Promise<Results>;
}

import { resolve } from 'node:path';
import {
  ConfigError,
  listenAddress,
  choice,
  optional,
  port,
  postgresUrl,
  readConfig,
  text,
  url,
} from '@bunting/config';
import { Failure } from '@bunting/embedded-servers';
import { services } from './services.ts';

export interface Settings {
  /** The one address. */
  readonly port: number;
  /** The address it listens at; absent = loopback. */
  readonly host: string | undefined;
  /** Port of each service by its name. */
  readonly servicePorts: ReadonlyMap<string, number>;
  readonly dataDir: string;
  /** Absent = the embedded server. */
  readonly databaseUrl: string | undefined;
  readonly redisUrl: string | undefined;
  /** Absent = nothing is applied. */
  readonly bootstrapFile: string | undefined;
  /** The document is the demo. */
  readonly isDemo: boolean;
  /** Made-up users evaluate the demo's features. */
  readonly demoTraffic: boolean;
}

const fields = {
  PORT: port({ description: 'the port of the installation', default: 8080 }),
  HOST: optional(listenAddress({ description: 'the address to listen on' })),
  DATA_DIR: text({ description: 'the embedded databases', default: '.data' }),
  DATABASE_URL: optional(postgresUrl({ description: 'your own PostgreSQL' })),
  REDIS_URL: optional(url({ description: 'your own Redis', protocols: ['redis:', 'rediss:'] })),
  DEMO_TRAFFIC: choice({
    words: ['on', 'off'],
    default: 'on',
    description: 'whether made-up users evaluate the features of the demo document',
  }),
};

/** Reads the environment of the start command. Relative paths begin at `root`. */
export function readSettings(env: NodeJS.ProcessEnv, root: string): Settings {
  const portFields = Object.fromEntries(
    services.map(({ name, portVariable, defaultPort }) => [
      portVariable,
      port({ description: `port of ${name}`, default: defaultPort }),
    ]),
  );
  const { PORT, HOST, DATA_DIR, DATABASE_URL, REDIS_URL, DEMO_TRAFFIC, ...ports } = readOrFail(env, {
    ...fields,
    ...portFields,
  });
  const numbers = ports as Record<string, number>;
  const servicePorts = new Map(services.map(({ name, portVariable }) => [name, numbers[portVariable]!]));
  refuseSharedPorts([
    ['PORT', PORT],
    ...services.map((s) => [s.portVariable, servicePorts.get(s.name)!] as const),
  ]);
  // An empty value means none; not set means the demo.
  const given = env['BOOTSTRAP_FILE']?.trim();
  const bootstrap = given ?? 'local/demo.yaml';
  return {
    port: PORT,
    host: HOST,
    servicePorts,
    dataDir: resolve(root, DATA_DIR),
    databaseUrl: DATABASE_URL,
    redisUrl: REDIS_URL,
    bootstrapFile: bootstrap === '' ? undefined : resolve(root, bootstrap),
    isDemo: given === undefined,
    demoTraffic: DEMO_TRAFFIC === 'on',
  };
}

const readOrFail: typeof readConfig = (env, wanted, warn) => {
  try {
    return readConfig(env, wanted, warn);
  } catch (error) {
    throw error instanceof ConfigError ? new Failure(error.message) : error;
  }
};

function refuseSharedPorts(ports: readonly (readonly [variable: string, port: number])[]): void {
  const owners = new Map<number, string>();
  for (const [variable, number] of ports) {
    const owner = owners.get(number);
    if (owner !== undefined)
      throw new Failure(`${owner} and ${variable} are both ${number}: change one of them.`);
    owners.set(number, variable);
  }
}

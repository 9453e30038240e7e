/** Starts a Redis Cluster, and a Redis primary with sentinels. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis, type RedisOptions } from 'ioredis';
import { findFreePort, type LocalRedis } from '@bunting/embedded-servers';
import type { TlsFiles } from '../authority.ts';
import { redisTlsSettings, startTestRedis, type TestRedis } from '../postgres/test-databases.ts';
import { redisProgram } from '../services/test-run.ts';
import { until } from '../until.ts';

interface Address {
  readonly host: string;
  readonly port: number;
}

/** A Redis Cluster of one test, on 127.0.0.1. */
export interface TestRedisCluster {
  /** The primaries, each with a third of the slots. */
  readonly nodes: readonly Address[];
  /** The nodes in the format of REDIS_CLUSTER_NODES. */
  readonly nodesText: string;
  /** Kills the primary that stores the key, and resolves with its address. Its replica takes over, if it has one. */
  killPrimaryOf(key: string): Promise<Address>;
  /** Suspends the primary that stores the key: its connections stay open, but it does not answer. */
  silencePrimaryOf(key: string): Promise<void>;
  /** Resumes all suspended servers. */
  wakeAll(): void;
  stop(): Promise<void>;
}

const slots = 16_384;
/** The time in which the servers must find each other. */
const foundWithinMs = 30_000;
const host = '127.0.0.1';
/** When a silent server counts as dead. `usual` is so long that a busy machine causes no failover. */
const deadAfterMs = { usual: 60_000, afterDeath: 1_500 };
/** By default a primary waits five seconds for more replicas before it serves one. */
const servesReplicasAtOnce = { 'repl-diskless-sync-delay': '0' };

/** Starts a cluster of three primaries. `withReplicas` adds a replica to each; with `tls` the servers accept TLS only. */
export async function startTestRedisCluster(
  options: { withReplicas?: boolean; tls?: TlsFiles | undefined } = {},
): Promise<TestRedisCluster> {
  const { tls } = options;
  const connect = (port: number) => connectTo(port, tls);
  const servers = await Promise.all(
    Array.from({ length: options.withReplicas ? 6 : 3 }, async () => {
      const busPort = await findFreePort();
      const settings = {
        ...servesReplicasAtOnce,
        'cluster-enabled': 'yes',
        'cluster-port': String(busPort),
        'cluster-node-timeout': String(deadAfterMs.usual),
        'cluster-require-full-coverage': 'no',
      };
      const server = await startTestRedis({ settings, tls });
      return { ...server, busPort };
    }),
  );
  await formCluster(servers, connect);

  async function primaryOf(key: string): Promise<TestRedis> {
    const alive = servers.find(isRunning)!;
    const client = connect(alive.port);
    try {
      const slot = await client.cluster('KEYSLOT', key);
      const ranges = (await client.cluster('SLOTS')) as unknown as [number, number, [string, number]][];
      const [, , [, port]] = ranges.find(([from, to]) => from <= slot && slot <= to)!;
      return servers.find((server) => server.port === port)!;
    } finally {
      client.disconnect();
    }
  }

  const nodes = servers.slice(0, 3).map(({ port }) => ({ host, port }));
  return {
    nodes,
    nodesText: nodes.map(({ port }) => `${host}:${port}`).join(','),
    async killPrimaryOf(key) {
      const server = await primaryOf(key);
      await server.kill();
      await Promise.all(
        servers.filter(isRunning).map(async (each) => {
          const client = connect(each.port);
          await client.config('SET', 'cluster-node-timeout', deadAfterMs.afterDeath);
          client.disconnect();
        }),
      );
      return { host, port: server.port };
    },
    async silencePrimaryOf(key) {
      (await primaryOf(key)).process.kill('SIGSTOP');
    },
    wakeAll() {
      for (const { process: child } of servers) child.kill('SIGCONT');
    },
    stop: () => stopAll(servers),
  };
}

/** Assigns the slots to the first three servers, and makes replicas of the others. */
async function formCluster(
  servers: readonly { readonly port: number; readonly busPort: number }[],
  connect: (port: number) => Redis,
): Promise<void> {
  const clients = servers.map(({ port }) => connect(port));
  const [first] = clients as [Redis, ...Redis[]];
  try {
    const primaries = clients.slice(0, 3);
    await Promise.all(
      primaries.map((client, n) => {
        const [from, to] = [n, n + 1].map((third) => Math.floor((third * slots) / 3));
        return client.call('CLUSTER', 'ADDSLOTSRANGE', from!, to! - 1);
      }),
    );
    for (const { port, busPort } of servers.slice(1))
      await first.call('CLUSTER', 'MEET', host, port, busPort);
    await until(async () => {
      const known = await Promise.all(clients.map((client) => client.cluster('INFO')));
      const expected = [
        `cluster_known_nodes:${servers.length}`,
        `cluster_slots_assigned:${slots}`,
        'cluster_state:ok',
      ];
      return known.every((info) => expected.every((line) => info.includes(line)));
    }, foundWithinMs);
    const replicas = clients.slice(3);
    await Promise.all(
      replicas.map(async (client, n) =>
        client.call('CLUSTER', 'REPLICATE', await primaries[n]!.cluster('MYID')),
      ),
    );
    await until(async () => {
      const states = await Promise.all(replicas.map((client) => client.info('replication')));
      return states.every((state) => state.includes('master_link_status:up'));
    }, foundWithinMs);
  } finally {
    for (const client of clients) client.disconnect();
  }
}

/** A Redis primary with a replica and three sentinels, of one test, on 127.0.0.1. */
export interface TestRedisSentinels {
  /** The name by which the sentinels know the primary. */
  readonly masterName: string;
  readonly sentinels: readonly Address[];
  /** The sentinels in the format of REDIS_SENTINELS. */
  readonly sentinelsText: string;
  /** Returns the address of the current primary, according to the sentinels. */
  primary(): Promise<Address>;
  /** Kills the current primary, and the sentinels promote the replica. */
  killPrimary(): Promise<void>;
  /** Suspends the current primary: its connections stay open, but it does not answer. */
  silencePrimary(): Promise<void>;
  /** Resumes a suspended primary, which becomes a replica if it was replaced. */
  wakeAll(): void;
  stop(): Promise<void>;
}

/**
 * Starts a primary, a replica, and three sentinels, of which two must agree that the primary is dead. With `tls` the servers accept
 * TLS only.
 */
export async function startTestRedisSentinels(
  options: { tls?: TlsFiles | undefined } = {},
): Promise<TestRedisSentinels> {
  const { tls } = options;
  const masterName = 'bunting';
  const primary = await startTestRedis({ settings: servesReplicasAtOnce, tls });
  const replicating = { ...servesReplicasAtOnce, replicaof: `${host} ${primary.port}` };
  const replica = await startTestRedis({ settings: replicating, tls });
  const watching = [
    `sentinel monitor ${masterName} ${host} ${primary.port} 2`,
    `sentinel down-after-milliseconds ${masterName} ${deadAfterMs.usual}`,
    `sentinel failover-timeout ${masterName} 5000`,
  ];
  const sentinels = await Promise.all([1, 2, 3].map(() => startSentinel(watching, tls)));
  const clients = sentinels.map(({ port }) => connectTo(port, tls));
  const [asked] = clients as [Redis, ...Redis[]];
  await until(async () => {
    const known = await Promise.all(clients.map((client) => client.call('SENTINEL', 'MASTERS')));
    return (known as string[][][]).every(([state]) => {
      const read = (name: string) => Number(state?.[state.indexOf(name) + 1]);
      return read('num-slaves') === 1 && read('num-other-sentinels') === 2;
    });
  }, foundWithinMs);

  async function whereIsPrimary(): Promise<Address> {
    const [name, port] = (await asked.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', masterName)) as string[];
    return { host: name!, port: Number(port) };
  }

  async function currentPrimary(): Promise<TestRedis> {
    const { port } = await whereIsPrimary();
    return [primary, replica].find((server) => server.port === port)!;
  }

  async function soonSeeDeath(): Promise<void> {
    const soon = ['down-after-milliseconds', deadAfterMs.afterDeath] as const;
    await Promise.all(clients.map((client) => client.call('SENTINEL', 'SET', masterName, ...soon)));
  }

  return {
    masterName,
    sentinels: sentinels.map(({ port }) => ({ host, port })),
    sentinelsText: sentinels.map(({ port }) => `${host}:${port}`).join(','),
    primary: whereIsPrimary,
    async killPrimary() {
      await (await currentPrimary()).kill();
      await soonSeeDeath();
    },
    async silencePrimary() {
      (await currentPrimary()).process.kill('SIGSTOP');
      await soonSeeDeath();
    },
    wakeAll() {
      for (const { process: child } of [primary, replica]) child.kill('SIGCONT');
    },
    async stop() {
      for (const client of clients) client.disconnect();
      await stopAll([...sentinels, primary, replica]);
    },
  };
}

type Server = Pick<LocalRedis, 'port' | 'process' | 'stop'>;

/** Starts a sentinel with a configuration file of its own, because sentinels write what they learn into it. */
async function startSentinel(watching: readonly string[], tls: TlsFiles | undefined): Promise<Server> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-sentinel-'));
  const port = await findFreePort();
  const file = join(dataDir, 'sentinel.conf');
  const settings = { port: String(port), bind: host, dir: dataDir, ...(tls && redisTlsSettings(port, tls)) };
  const lines = Object.entries(settings).map((setting) => setting.join(' '));
  await writeFile(file, [...lines, ...watching, ''].join('\n'));
  const child = spawn(await redisProgram(), [file, '--sentinel'], { stdio: 'ignore' });
  child.once('exit', () => void rm(dataDir, { recursive: true, force: true }));
  const probe = connectTo(port, tls, { retryStrategy: () => 25 });
  probe.on('error', () => {});
  await probe.ping().finally(() => probe.disconnect());
  return {
    port,
    process: child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function connectTo(
  port: number,
  tls: TlsFiles | undefined,
  options: Omit<RedisOptions, 'replyMapping'> = {},
): Redis {
  return new Redis({ ...options, port, host, ...(tls && { tls: { ca: readFileSync(tls.ca) } }) });
}

function isRunning({ process: child }: Server): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function stopAll(servers: readonly Server[]): Promise<void> {
  for (const { process: child } of servers) child.kill('SIGCONT');
  await Promise.all(servers.map((server) => server.stop()));
}

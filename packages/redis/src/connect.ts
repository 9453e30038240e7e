import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { Cluster, Redis } from 'ioredis';
import {
  clusterOptions,
  connectNodes,
  sentinelOptions,
  walkNodes,
  type SentinelTarget,
  type ServerOptions,
} from './redis-options.ts';
import type { Log } from '@bunting/observability';
import type { RedisTarget } from './redis-target.ts';

/** What it is to whoever sends commands: in a cluster each goes to the node that has its key. */
export type RedisConnection = Redis | Cluster;

interface Options {
  /** Redis shows it in its list of clients. */
  readonly name: string;
  readonly log: Log;
}

const connectionClosed = 'Connection is closed.';
const connectTimeoutMs = 1_000;
/** Of a node of a cluster, for callers without a time-out of their own. */
const nodeTimeoutMs = 3_000;

/** A server that fell silent is perhaps gone, or replaced: what waits for it so long makes a new connection. */
const silenceMs = 5_000;
/** How often a subscriber, which sends nothing of its own, asks whether the server is still there. */
const askEveryMs = 2_000;

const failFast = {
  autoResendUnfulfilledCommands: false,
  // Whoever subscribes does so at each `ready`. ioredis, doing it too, hears of no failure: where the connection breaks in
  // that moment, the rejection that nobody handles ends the process.
  autoResubscribe: false,
  maxRetriesPerRequest: 0,
  connectTimeout: connectTimeoutMs,
  disconnectTimeout: 100,
  // A primary that became a replica: whoever is the primary now stands behind the same address.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies ServerOptions;

const retryStrategy = (attempt: number) => Math.min(50 * attempt, 400) + Math.random() * 100;

/**
 * A connection to Redis that fails at once instead of queueing: a command that cannot be sent, or whose connection
 * breaks, is rejected and never sent again. It reconnects for ever, within half a second.
 */
export function createRedis(target: RedisTarget, options: Options): RedisConnection;
export function createRedis(target: string, options: Options): Redis;
export function createRedis(target: RedisTarget | string, { name, log }: Options): RedisConnection {
  if (typeof target === 'string' || !('clusterNodes' in target))
    return createServerConnection(target, { name, log });
  const cluster = new Cluster([...target.clusterNodes], {
    ...clusterOptions(target.login, { ...failFast, connectionName: name, commandTimeout: nodeTimeoutMs }),
    enableOfflineQueue: false,
    // ioredis would ask any node how the cluster is, take one that is still connecting for closed, and begin anew: the farther the
    // nodes, the surer. A cluster that is down says so to every command.
    enableReadyCheck: false,
    clusterRetryStrategy: retryStrategy,
    // A node that is away or down is the caller's to work around, for the keys that lie there.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    maxRedirections: 5,
  });
  connectNodes(cluster);
  // Of its own accord it says no more than that no node told where the slots are.
  let nodeError: Error | undefined;
  cluster.on('node error', (error: Error) => {
    if (error.message !== connectionClosed) nodeError = error;
  });
  tellTrouble(cluster, { name, log }, async (error) => nodeError ?? error);
  return cluster;
}

/**
 * A connection of its own for a subscriber. In a cluster every node hears every message, so it goes to one of those that were
 * named, and to the next when that is away.
 */
export function createRedisSubscriber(target: RedisTarget | string, options: Options): Redis {
  const redis = createServerConnection(target, options);
  const ask = () => void (redis.status === 'ready' && redis.ping().catch(() => {}));
  const asking = setInterval(ask, askEveryMs).unref();
  redis.once('end', () => clearInterval(asking));
  return redis;
}

function createServerConnection(target: RedisTarget | string, { name, log }: Options): Redis {
  const redis = openServerConnection(target, {
    ...failFast,
    connectionName: name,
    enableOfflineQueue: false,
    socketTimeout: silenceMs,
    retryStrategy,
  });

  // ioredis waits for ever for a server that accepts the connection but never answers its greeting.
  let greeting: NodeJS.Timeout | undefined;
  redis.on('connect', () => {
    clearTimeout(greeting);
    greeting = setTimeout(() => {
      if (redis.status === 'connect') redis.disconnect(true);
    }, connectTimeoutMs).unref();
  });
  redis.on('close', () => clearTimeout(greeting));
  const isSentinels = typeof target !== 'string' && 'sentinels' in target;
  tellTrouble(redis, { name, log }, async (error) => (isSentinels && (await sentinelError(target))) || error);
  return redis;
}

function openServerConnection(target: RedisTarget | string, options: ServerOptions): Redis {
  if (typeof target === 'string') return new Redis(target, options);
  if ('url' in target) return new Redis(target.url, options);
  if ('sentinels' in target) return new Redis({ ...options, ...sentinelOptions(target) });
  return walkNodes(target, options);
}

function tellTrouble(
  redis: RedisConnection,
  { name, log }: Options,
  findCause: (error: Error) => Promise<Error>,
): void {
  let isAway = false;
  const warn = async (error: Error) => {
    const { message: reason } = await findCause(error);
    log.warn({ connection: name, reason }, 'Redis cannot be reached');
  };
  const onError = (error: Error) => {
    if (isAway) return;
    isAway = true;
    void warn(error);
  };
  const onReady = () => {
    if (isAway) log.info({ connection: name }, 'Redis can be reached again');
    isAway = false;
  };
  listen(redis, 'error', onError as () => void);
  listen(redis, 'ready', onReady);
}

/** What ioredis met when it asked a sentinel, which it keeps to itself. Undefined: the first of them can be reached. */
function sentinelError({ sentinels, login }: SentinelTarget): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const socket = login.isTls ? connectTls({ ...sentinels[0]! }) : connectTcp({ ...sentinels[0]! });
    socket.setTimeout(connectTimeoutMs, () => socket.destroy());
    socket.on('error', resolve);
    socket.once('close', () => resolve(undefined));
    socket.once(login.isTls ? 'secureConnect' : 'connect', () => socket.destroy());
  });
}

/** The two kinds type their events apart from each other. */
function listen(redis: RedisConnection, event: 'error' | 'ready', listener: () => void): void {
  if (redis instanceof Redis) redis.on(event, listener);
  else redis.on(event, listener);
}

/** Whether the connection was ready within `timeoutMs`; to a cluster, those to its primaries. */
export async function untilRedisReady(redis: RedisConnection, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  if (!(await untilReady(redis, timeoutMs))) return false;
  if (redis instanceof Redis) return true;
  while (!hasAllPrimaries(redis)) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/** One whose connection failed is left out until the slots are asked for again. */
function hasAllPrimaries(cluster: Cluster): boolean {
  const primaries = new Set(cluster.slots.flatMap(([primary]) => primary ?? []));
  const nodes = cluster.nodes('master');
  if (nodes.length < primaries.size) cluster.refreshSlotsCache();
  return nodes.length >= primaries.size && nodes.every((node) => node.status === 'ready');
}

function untilReady(redis: RedisConnection, timeoutMs: number): Promise<boolean> {
  if (redis.status === 'ready') return Promise.resolve(true);
  return new Promise((resolve) => {
    function settle(isReady: boolean) {
      clearTimeout(timer);
      redis.off('ready', onReady);
      resolve(isReady);
    }
    const onReady = () => settle(true);
    const timer = setTimeout(() => settle(false), timeoutMs);
    redis.once('ready', onReady);
  });
}

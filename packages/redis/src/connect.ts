import { Cluster, Redis } from 'ioredis';
import type { Log } from '@bunting/observability';
import {
  connectTimeoutMs,
  heartbeat,
  nodeTimeoutMs,
  reconnectDelayMs,
  subscriberHeartbeat,
} from './connection-policy.ts';
import {
  connectAnyNode,
  connectNodes,
  findSentinelError,
  guardSockets,
  limitGreeting,
  recordNodeErrors,
  untilPrimariesReady,
  withoutClusterReadyCheck,
  withoutResubscription,
} from './ioredis-workarounds.ts';
import { startHeartbeat } from './probe.ts';
import { clusterOptions, loginOptions, sentinelOptions, type ServerOptions } from './redis-options.ts';
import type { RedisTarget } from './redis-target.ts';

/** A connection for commands. In a cluster each command goes to the node that has its key. */
export type RedisConnection = Redis | Cluster;

interface Options {
  /** The name that Redis shows in its list of clients. */
  readonly name: string;
  readonly log: Log;
}

const failFast = {
  ...withoutResubscription,
  autoResendUnfulfilledCommands: false,
  maxRetriesPerRequest: 0,
  connectTimeout: connectTimeoutMs,
  disconnectTimeout: 100,
  // The primary became a replica, so the same address leads to another primary now.
  reconnectOnError: (error: Error) => error.message.startsWith('READONLY'),
} satisfies ServerOptions;

/**
 * Connects to Redis. The connection fails at once instead of queueing: a command that cannot be sent, or whose connection
 * breaks, is rejected and never sent again. It reconnects for ever, within half a second. A string is a URL.
 */
export function createRedis(target: RedisTarget, options: Options): RedisConnection;
export function createRedis(target: string, options: Options): Redis;
export function createRedis(target: RedisTarget | string, options: Options): RedisConnection {
  if (typeof target !== 'string' && 'clusterNodes' in target) return connectCluster(target, options);
  const redis = connectServer(target, options);
  startHeartbeat(redis, heartbeat);
  return redis;
}

/**
 * Connects a subscriber, for `subscribeChannel`. In a cluster, where every node has every message, it connects to one of the named
 * nodes, and to the next one when that is down.
 */
export function createRedisSubscriber(target: RedisTarget | string, options: Options): Redis {
  const redis = connectServer(target, options);
  startHeartbeat(redis, subscriberHeartbeat);
  return redis;
}

function connectCluster(
  { clusterNodes, login }: Extract<RedisTarget, { clusterNodes: unknown }>,
  { name, log }: Options,
): Cluster {
  const cluster = new Cluster([...clusterNodes], {
    ...clusterOptions(login, { ...failFast, connectionName: name, commandTimeout: nodeTimeoutMs }),
    ...withoutClusterReadyCheck,
    enableOfflineQueue: false,
    clusterRetryStrategy: reconnectDelayMs,
    // The caller gets the error when a node is away, and works without the keys of that node.
    retryDelayOnFailover: 0,
    retryDelayOnClusterDown: 0,
    maxRedirections: 5,
  });
  connectNodes(cluster);
  const lastNodeError = recordNodeErrors(cluster);
  logOutages(cluster, { name, log }, async (error) => lastNodeError() ?? error);
  return cluster;
}

function connectServer(target: RedisTarget | string, { name, log }: Options): Redis {
  guardSockets();
  const redis = openServer(target, {
    ...failFast,
    connectionName: name,
    enableOfflineQueue: false,
    retryStrategy: reconnectDelayMs,
  });
  limitGreeting(redis);
  logOutages(redis, { name, log }, async (error) => {
    if (typeof target === 'string' || !('sentinels' in target)) return error;
    return (await findSentinelError(target.sentinels[0]!, target.login.isTls)) ?? error;
  });
  return redis;
}

function openServer(target: RedisTarget | string, options: ServerOptions): Redis {
  if (typeof target === 'string') return new Redis(target, options);
  if ('url' in target) return new Redis(target.url, options);
  if ('sentinels' in target) return new Redis({ ...options, ...sentinelOptions(target) });
  return connectAnyNode(target.clusterNodes, { ...options, ...loginOptions(target.login) });
}

/** Logs the first error of an outage and its end; ioredis emits an error for every attempt. */
function logOutages(
  redis: RedisConnection,
  { name, log }: Options,
  findCause: (error: Error) => Promise<Error>,
): void {
  let isAway = false;
  const warn = async (error: Error) => {
    const { message: reason } = await findCause(error);
    log.warn({ connection: name, reason }, "Can't reach Redis");
  };
  listen(redis, 'error', (error) => {
    if (isAway) return;
    isAway = true;
    void warn(error);
  });
  listen(redis, 'ready', () => {
    if (isAway) log.info({ connection: name }, 'Reconnected to Redis');
    isAway = false;
  });
}

/** Adds a listener. `Redis` and `Cluster` declare their events separately. */
function listen(redis: RedisConnection, event: 'error' | 'ready', listener: (error: Error) => void): void {
  if (redis instanceof Redis) redis.on(event, listener as () => void);
  else redis.on(event, listener as () => void);
}

/** Resolves with whether the connection was ready within `timeoutMs`; in a cluster, those to its primaries. */
export async function untilRedisReady(redis: RedisConnection, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  if (!(await untilReady(redis, timeoutMs))) return false;
  return redis instanceof Redis || untilPrimariesReady(redis, deadline);
}

function untilReady(redis: RedisConnection, timeoutMs: number): Promise<boolean> {
  if (redis.status === 'ready') return Promise.resolve(true);
  return new Promise((resolve) => {
    const end = (isReady: boolean) => {
      clearTimeout(timer);
      redis.off('ready', onReady);
      resolve(isReady);
    };
    const onReady = () => end(true);
    const timer = setTimeout(() => end(false), timeoutMs);
    redis.once('ready', onReady);
  });
}

import './ioredis-workarounds.ts';
import { Redis, type Cluster, type ClusterOptions, type RedisOptions } from 'ioredis';
import type { RedisLogin, RedisTarget } from './redis-target.ts';

type ClusterTarget = Extract<RedisTarget, { clusterNodes: unknown }>;
export type SentinelTarget = Extract<RedisTarget, { sentinels: unknown }>;

/** As replies have always been. */
export type ServerOptions = Omit<RedisOptions, 'replyMapping'>;
type NodeOptions = Omit<NonNullable<ClusterOptions['redisOptions']>, 'replyMapping'>;
export type ClusterSettings = Omit<ClusterOptions, 'redisOptions'> & { redisOptions: NodeOptions };

/** ioredis' options for whoever makes a Cluster; `node` are those of the connection to each node. */
export function clusterOptions(login: RedisLogin, node: NodeOptions): ClusterSettings {
  return {
    redisOptions: { ...node, ...loginOptions(login) },
    // Each connection looks names up by itself: a certificate is the name's, and a connection that ends while ioredis
    // looks them up leaves its cluster closed for good.
    dnsLookup: (host, callback) => callback(null, host),
    slotsRefreshTimeout: 1_000,
    // Whoever sends to a node that has changed is told so at once; this is for nodes that nobody asks.
    slotsRefreshInterval: 5_000,
  };
}

/**
 * ioredis' options for whoever makes a Redis. Whenever its connection breaks it asks the sentinels which server is the
 * primary. ioredis could listen to them as well (`failoverDetector`), but a message that comes while it connects ends the
 * connection for good.
 */
export function sentinelOptions(target: SentinelTarget): ServerOptions {
  const { sentinels, masterName, sentinelPassword, login } = target;
  return {
    ...loginOptions(login),
    sentinels: sentinels.map((each) => ({ ...each })),
    name: masterName,
    sentinelCommandTimeout: 1_000,
    sentinelRetryStrategy: (attempt) => Math.min(50 * attempt, 400),
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(login.isTls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  };
}

/**
 * Connects to nodes as they become known. Otherwise the first command would, and those that come while it does would be
 * rejected.
 */
export function connectNodes(cluster: Cluster): void {
  cluster.on('+node', (node: Redis) => {
    // The pool tells of the nodes that it has just made, before it is done with them.
    setImmediate(() => {
      if (node.status === 'wait') node.connect().catch(() => {});
    });
  });
}

/** A connection to one node of a cluster, whichever of those named is there. */
export function walkNodes({ clusterNodes, login }: ClusterTarget, options: ServerOptions): Redis {
  let next = Math.floor(Math.random() * clusterNodes.length);
  const place = () => clusterNodes[next++ % clusterNodes.length]!;
  const redis = new Redis({ ...options, ...loginOptions(login), ...place() });
  // ioredis reads the address of its options again for each attempt.
  redis.on('close', () => Object.assign(redis.options, place()));
  return redis;
}

function loginOptions({
  username,
  password,
  isTls,
}: RedisLogin): Pick<RedisOptions, 'username' | 'password' | 'tls'> {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(isTls ? { tls: {} } : {}),
  };
}

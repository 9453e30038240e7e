/**
 * Every workaround of this package for ioredis 6.0.0 (31 July 2026), each with the upstream issue and the version that makes
 * it unnecessary. Check the list with every new version of ioredis.
 */
import { connect as connectTcp } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import type { Duplex } from 'node:stream';
import { AbstractConnector, type Cluster, Redis, type ClusterOptions, type RedisOptions } from 'ioredis';
import { connectTimeoutMs } from './connection-policy.ts';
import type { Address } from './redis-target.ts';

const streams = new WeakMap<object, Duplex | undefined>();
let areSocketsGuarded = false;

/**
 * Adds an error listener to each socket. ioredis listens to the first error of a connection only
 * (https://github.com/redis/ioredis/pull/961, open; no version). Over TLS there may be a second one: the server's reply to
 * a handshake that was aborted because of its certificate. An error without a listener ends the process. The listener is
 * added where every connector keeps its socket, because ioredis makes the connections to nodes and sentinels itself; it
 * applies to all connections of the process.
 */
export function guardSockets(): void {
  if (areSocketsGuarded) return;
  areSocketsGuarded = true;
  Object.defineProperty(AbstractConnector.prototype, 'stream', {
    get(this: object) {
      return streams.get(this);
    },
    set(this: object, stream: Duplex | undefined) {
      stream?.on('error', () => {});
      streams.set(this, stream);
    },
  });
}

/**
 * Ends a connection whose server accepts it but never answers the greeting: ioredis would wait for ever
 * (https://github.com/redis/ioredis/issues/634, open; no version). `connectTimeout` ends with the connection.
 */
export function limitGreeting(redis: Redis): void {
  let timer: NodeJS.Timeout | undefined;
  redis.on('connect', () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (redis.status === 'connect') redis.disconnect(true);
    }, connectTimeoutMs).unref();
  });
  redis.on('close', () => clearTimeout(timer));
}

/**
 * ioredis does not handle a rejection when it subscribes again after a reconnect: if the connection breaks at that moment,
 * the process ends (https://github.com/redis/ioredis/pull/2187, merged in September 2026; goes with the first version after
 * 6.0.0). `subscribeChannel` subscribes at each `ready`.
 */
export const withoutResubscription = { autoResubscribe: false } satisfies RedisOptions;

export const clusterWorkarounds = {
  /**
   * ioredis looks all names up before it connects, and a name that cannot be resolved closes the cluster for good
   * (https://github.com/redis/ioredis/issues/979, closed unsolved; no version). Each connection resolves its name itself; a certificate is
   * the name's, too.
   */
  dnsLookup: (host, callback) => callback(null, host),
} satisfies ClusterOptions;

/**
 * ioredis asks a node for the state of the cluster, treats one that still connects as closed, and starts again, more often
 * when the nodes are farther away (https://github.com/redis/ioredis/issues/711, closed unsolved; no version). A cluster that
 * is down answers every command with CLUSTERDOWN anyway.
 */
export const withoutClusterReadyCheck = { enableReadyCheck: false } satisfies ClusterOptions;

/**
 * Connects to nodes of a cluster as they become known. ioredis connects to a node with the first command for it; without an offline
 * queue that command waits, and later ones are rejected until it is connected (https://github.com/redis/ioredis/pull/2096; no
 * version).
 */
export function connectNodes(cluster: Cluster): void {
  cluster.on('+node', (node: Redis) => {
    // The pool emits this for a node that it has just made, before it has finished with it.
    setImmediate(() => {
      if (node.status === 'wait') node.connect().catch(() => {});
    });
  });
}

/**
 * Resolves with whether all primaries are connected. ioredis calls a cluster `ready` when it knows the nodes, not when it is
 * connected to them (https://github.com/redis/ioredis/issues/225, closed as intended; no version).
 */
export async function untilPrimariesReady(cluster: Cluster, deadline: number): Promise<boolean> {
  while (!hasAllPrimaries(cluster)) {
    if (performance.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}

/**
 * Returns whether all primaries are connected. A node whose connection failed is left out until the slots are
 * requested again.
 */
function hasAllPrimaries(cluster: Cluster): boolean {
  const primaries = new Set(cluster.slots.flatMap(([primary]) => primary ?? []));
  const nodes = cluster.nodes('master');
  if (nodes.length < primaries.size) cluster.refreshSlotsCache();
  return nodes.length >= primaries.size && nodes.every((node) => node.status === 'ready');
}

/**
 * Records the errors of nodes and returns a function that finds the last one. The error of a cluster says that no node gave the
 * slots, and not why (https://github.com/redis/ioredis/pull/1941 adds the reason only at the start; no version).
 */
export function recordNodeErrors(cluster: Cluster): () => Error | undefined {
  let last: Error | undefined;
  cluster.on('node error', (error: Error) => {
    if (error.message !== 'Connection is closed.') last = error;
  });
  return () => last;
}

/**
 * Connects to one of the nodes, and to the next one when that is down. A subscriber of a cluster would miss messages when
 * its node dies silently (https://github.com/redis/ioredis/pull/1589 fixes a part; issue 1772, closed unsolved; no
 * version).
 */
export function connectAnyNode(
  addresses: readonly Address[],
  options: Omit<RedisOptions, 'replyMapping'>,
): Redis {
  let index = Math.floor(Math.random() * addresses.length);
  const nextAddress = () => addresses[index++ % addresses.length]!;
  const redis = new Redis({ ...options, ...nextAddress() });
  // ioredis reads the address in its options again for each attempt.
  redis.on('close', () => Object.assign(redis.options, nextAddress()));
  return redis;
}

/**
 * ioredis could listen to the sentinels for a failover, but a message that comes while it connects ends the connection for good
 * (https://github.com/redis/ioredis/pull/1363 switched it off by default; no version). It asks them whenever the connection breaks.
 */
export const withoutFailoverDetector = { failoverDetector: false } satisfies RedisOptions;

/**
 * Finds out why the first sentinel cannot be reached; undefined if it can. ioredis only reports `All sentinels are
 * unreachable` (https://github.com/redis/ioredis/issues/445, closed unsolved; no version).
 */
export function findSentinelError(sentinel: Address, isTls: boolean): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const socket = isTls ? connectTls({ ...sentinel }) : connectTcp({ ...sentinel });
    socket.setTimeout(connectTimeoutMs, () => socket.destroy());
    socket.on('error', resolve);
    socket.once('close', () => resolve(undefined));
    socket.once(isTls ? 'secureConnect' : 'connect', () => socket.destroy());
  });
}

import type { ClusterOptions, RedisOptions } from 'ioredis';
import { reconnectDelayMs } from './connection-policy.ts';
import { clusterWorkarounds, guardSockets, withoutFailoverDetector } from './ioredis-workarounds.ts';
import type { RedisLogin, RedisTarget } from './redis-target.ts';

export type SentinelTarget = Extract<RedisTarget, { sentinels: unknown }>;

/** Without `replyMapping`, which changes the types of the replies. */
export type ServerOptions = Omit<RedisOptions, 'replyMapping'>;
type NodeOptions = Omit<NonNullable<ClusterOptions['redisOptions']>, 'replyMapping'>;
export type ClusterSettings = Omit<ClusterOptions, 'redisOptions'> & { redisOptions: NodeOptions };

/**
 * Returns ioredis' options for a `Cluster` that another library creates.
 * @param node options of the connection to each node
 */
export function clusterOptions(login: RedisLogin, node: NodeOptions): ClusterSettings {
  guardSockets();
  return {
    ...clusterWorkarounds,
    redisOptions: { ...node, ...loginOptions(login) },
    slotsRefreshTimeout: 1_000,
    // A changed node redirects the commands that it gets; this is for nodes that get none.
    slotsRefreshInterval: 5_000,
  };
}

/**
 * Returns ioredis' options for a `Redis` behind sentinels that another library creates. Whenever its connection breaks it
 * asks them for the primary.
 */
export function sentinelOptions(target: SentinelTarget): ServerOptions {
  guardSockets();
  const { sentinels, masterName, sentinelPassword, login } = target;
  return {
    ...loginOptions(login),
    ...withoutFailoverDetector,
    sentinels: sentinels.map((each) => ({ ...each })),
    name: masterName,
    sentinelCommandTimeout: 1_000,
    sentinelRetryStrategy: reconnectDelayMs,
    ...(sentinelPassword === undefined ? {} : { sentinelPassword }),
    ...(login.isTls ? { enableTLSForSentinelMode: true, sentinelTLS: {} } : {}),
  };
}

export function loginOptions({
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

import {
  FieldProblem,
  flag,
  optional,
  secret,
  text,
  url,
  type Config,
  type Field,
  type Rule,
} from '@bunting/config';

/** The address of Redis: one server, the nodes of a cluster, or the sentinels that know which server is the primary. */
export type RedisTarget =
  | { readonly url: string }
  | { readonly clusterNodes: readonly Address[]; readonly login: RedisLogin }
  | {
      readonly sentinels: readonly Address[];
      readonly masterName: string;
      readonly sentinelPassword: string | undefined;
      readonly login: RedisLogin;
    };

/** The address of a server. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The variables that a URL replaces. */
export interface RedisLogin {
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly isTls: boolean;
}

/** The variables of every process that uses Redis; read them with `redisRules`. */
export const redisFields = {
  REDIS_URL: optional(url({ protocols: ['redis:', 'rediss:'], description: 'the Redis server' })),
  REDIS_CLUSTER_NODES: optional(addresses('some nodes of a Redis Cluster: host:port, comma-separated')),
  REDIS_SENTINELS: optional(addresses('Redis sentinels: host:port, comma-separated')),
  REDIS_SENTINEL_MASTER: optional(text({ description: 'the name of the primary' })),
  REDIS_SENTINEL_PASSWORD: optional(secret({ minLength: 1, description: 'the password of the sentinels' })),
  REDIS_USERNAME: optional(text({ description: 'for cluster and sentinels; a URL has its own' })),
  REDIS_PASSWORD: optional(secret({ minLength: 1, description: 'likewise' })),
  REDIS_TLS: optional(flag({ description: 'likewise: true for TLS, also to the sentinels' })),
};

const targets = ['REDIS_URL', 'REDIS_CLUSTER_NODES', 'REDIS_SENTINELS'] as const;
const sentinelFields = ['REDIS_SENTINEL_MASTER', 'REDIS_SENTINEL_PASSWORD'] as const;
const partsOfUrl = ['REDIS_USERNAME', 'REDIS_PASSWORD', 'REDIS_TLS'] as const;

/** Exactly one target, and no variable that would be ignored. */
export const redisRules: readonly Rule[] = [
  (isSet) => {
    const given = targets.filter(isSet);
    if (given.length === 1) return [];
    if (given.length > 1) return [`${given.join(' and ')} are set: exactly one of them says where Redis is.`];
    return ['REDIS_URL is required: the Redis server (or REDIS_CLUSTER_NODES, or REDIS_SENTINELS)'];
  },
  (isSet) =>
    isSet('REDIS_SENTINELS')
      ? []
      : sentinelFields.filter(isSet).map((name) => `${name} is set, but REDIS_SENTINELS is not.`),
  (isSet) =>
    isSet('REDIS_URL')
      ? partsOfUrl.filter(isSet).map((name) => `${name} is set beside REDIS_URL, which carries its own.`)
      : [],
];

/** The name in Redis' own documentation. */
const defaultMasterName = 'mymaster';

/** Returns the target of a configuration that satisfies `redisRules`. */
export function toRedisTarget(config: Config<typeof redisFields>): RedisTarget {
  const login = {
    username: config.REDIS_USERNAME,
    password: config.REDIS_PASSWORD,
    isTls: config.REDIS_TLS ?? false,
  };
  if (config.REDIS_CLUSTER_NODES !== undefined) return { clusterNodes: config.REDIS_CLUSTER_NODES, login };
  if (config.REDIS_SENTINELS !== undefined) {
    return {
      sentinels: config.REDIS_SENTINELS,
      masterName: config.REDIS_SENTINEL_MASTER ?? defaultMasterName,
      sentinelPassword: config.REDIS_SENTINEL_PASSWORD,
      login,
    };
  }
  return { url: config.REDIS_URL! };
}

function addresses(description: string): Field<readonly Address[]> {
  return {
    description,
    parse: (raw) =>
      raw.split(',').map((each) => {
        const [, v6, name, port] = /^(?:\[([0-9a-f:.]+)\]|([^\s:,/@]+)):(\d{1,5})$/i.exec(each.trim()) ?? [];
        if (port === undefined || Number(port) < 1 || Number(port) > 65_535) {
          throw new FieldProblem('must be host:port, comma-separated');
        }
        return { host: (v6 ?? name)!, port: Number(port) };
      }),
  };
}

export { createRedis, createRedisSubscriber, type RedisConnection, untilRedisReady } from './create-redis.ts';
export { createRedisLink, type RedisLink } from './redis-link.ts';
export { clusterOptions, sentinelOptions } from './redis-options.ts';
export { defineScript, type RedisScript, runScript } from './redis-script.ts';
export { type Address, redisFields, redisRules, type RedisTarget, redisTargetOf } from './redis-target.ts';

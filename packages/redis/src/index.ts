export { reconnectDelayMs } from './connection-policy.ts';
export { createRedis, createRedisSubscriber, type RedisConnection, untilRedisReady } from './connect.ts';
export { clusterOptions, sentinelOptions } from './redis-options.ts';
export { defineScript, type RedisScript, runScript } from './redis-script.ts';
export { type Address, redisFields, redisRules, type RedisTarget, toRedisTarget } from './redis-target.ts';
export {
  createResilientRedis,
  type RedisSender,
  RedisUnavailable,
  type ResilientRedis,
  type ResilientRedisOptions,
  withCommandTimeout,
} from './resilient-redis.ts';
export { subscribeChannel, type Subscription } from './subscribe-channel.ts';

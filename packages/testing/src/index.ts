/**
 * Starts real databases, servers and services for the tests of every package. What few tests use, or what loads many packages, has an entry
 * point of its own: `/apps`, `/authority`, `/browser`, `/filling`, `/fixtures`, `/logs`, `/numbers`, `/requirements`, `/shared`, `/turns`.
 */
export { fromArguments } from './from-arguments.ts';
export { makeHostileFeatures, storeHostileFeatures } from './postgres/hostile-datafile.ts';
export {
  createTestDatabase,
  startTestPostgres,
  startTestRedis,
  templateDatabase,
  type TestDatabase,
  type TestPostgres,
  type TestRedis,
} from './postgres/test-databases.ts';
export { findPgBouncer, startTestPgBouncer, type TestPgBouncer } from './postgres/test-pgbouncer.ts';
export { createTestPool } from './postgres/test-pool.ts';
export { startTestReplica, type TestReplica } from './postgres/test-replica.ts';
export { formatChangeEvents } from './receivers/change-events.ts';
export { type ReceivedSpan, startOtlpReceiver } from './receivers/otlp-receiver.ts';
export { startTestProxy, type TestProxy } from './receivers/test-proxy.ts';
export { type Received, startTestReceiver, type TestReceiver } from './receivers/test-receiver.ts';
export {
  startTestRedisCluster,
  startTestRedisSentinels,
  type TestRedisCluster,
  type TestRedisSentinels,
} from './redis/test-redis.ts';
export { governanceWithLongTimeouts } from './services/governance-with-long-timeouts.ts';
export { ensureBuilt, sharedPostgresUrl } from './services/test-run.ts';
export {
  readMetric,
  type ServiceProcess,
  spawnTestService,
  startTestService,
  testSecret,
} from './services/test-service.ts';
export { until } from './until.ts';

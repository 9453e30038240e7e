/** What tests of every package use: databases, servers and services of their own, real ones. */
export { fromArguments } from './from-arguments.ts';
export {
  createTestDatabase,
  startTestPostgres,
  startTestRedis,
  templateDatabase,
  type TestDatabase,
  type TestPostgres,
  type TestRedis,
} from './postgres/test-databases.ts';
export { featureOf, organisationOf } from './postgres/document.ts';
export { recordSecrets } from './services/recorded-logs.ts';
export { governanceWithLongTimeouts } from './services/governance-with-long-timeouts.ts';
export { changeEventsOf } from './receivers/change-events.ts';
export { startOtlpReceiver, type ReceivedSpan } from './receivers/otlp-receiver.ts';
export { findPgBouncer, startTestPgBouncer, type TestPgBouncer } from './postgres/test-pgbouncer.ts';
export { ensureBuilt, sharedPostgresUrl } from './services/test-run.ts';
export { createTestPool } from './postgres/test-pool.ts';
export { startTestProxy, type TestProxy } from './receivers/test-proxy.ts';
export { startTestReplica, type TestReplica } from './postgres/test-replica.ts';
export { startTestReceiver, type Received, type TestReceiver } from './receivers/test-receiver.ts';
export {
  startTestRedisCluster,
  startTestRedisSentinels,
  type TestRedisCluster,
  type TestRedisSentinels,
} from './redis/test-redis.ts';
export {
  metricOf,
  spawnTestService,
  startTestService,
  testSecret,
  type ServiceProcess,
} from './services/test-service.ts';
export { measuredTurns, turnsOf, watchTurns, type OwnTurns, type Turns } from './services/turns.ts';
export {
  makeHostileFeatures,
  storeHostileFeatures,
  type HostileFeature,
} from './postgres/hostile-datafile.ts';
export { until } from './until.ts';
export { findLeaks, readKeptLogs, secretsIn } from './services/recorded-logs.ts';

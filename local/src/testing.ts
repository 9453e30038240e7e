/** What tests of every package use: databases, servers and services of their own, real ones. */
export { asGiven } from './as-given.ts';
export {
  createTestDatabase,
  startTestPostgres,
  startTestRedis,
  templateDatabase,
  type TestDatabase,
  type TestPostgres,
  type TestRedis,
} from './testing-databases.ts';
export { featureOf, organisationOf } from './testing-document.ts';
export { keepSecrets } from './testing-kept-logs.ts';
export { patientGovernance } from './patient-governance.ts';
export { newsOf } from './testing-news.ts';
export { startOtlpReceiver, type ReceivedSpan } from './testing-otlp.ts';
export { findPgBouncer, startTestPgBouncer, type TestPgBouncer } from './testing-pgbouncer.ts';
export { createTestPool } from './testing-pool.ts';
export { startTestProxy, type TestProxy } from './testing-proxy.ts';
export { ensureBuilt, sharedPostgresUrl } from './testing-run.ts';
export { startTestReplica, type TestReplica } from './testing-replica.ts';
export { startTestReceiver, type Received, type TestReceiver } from './testing-receiver.ts';
export {
  startTestRedisCluster,
  startTestRedisSentinels,
  type TestRedisCluster,
  type TestRedisSentinels,
} from './testing-redis.ts';
export {
  metricOf,
  spawnTestService,
  startTestService,
  testSecret,
  type ServiceProcess,
} from './testing-service.ts';
export { measuredTurns, turnsOf, watchTurns, type OwnTurns, type Turns } from './testing-turns.ts';
export { hostileFeatures, storeHostileFeatures, type HostileFeature } from './testing-hostile-datafile.ts';
export { until } from './until.ts';

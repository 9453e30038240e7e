export { Failure, reasonOf } from './failure.ts';
export { findFreePort } from './free-port.ts';
export { findIdentity, type Identity, reachableDirectory } from './postgres/postgres-data-folder.ts';
export { type LocalPostgres, startPostgres } from './postgres/postgres.ts';
export { beganAt } from './process-start-time.ts';
export { findRedisSource } from './redis/redis-source.ts';
export { findRedisProgram, type LocalRedis, startRedis } from './redis/redis.ts';
export { forService } from './select-environment.ts';
export type { Step } from './step.ts';

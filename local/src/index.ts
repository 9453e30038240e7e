export { findFreePort } from './free-port.ts';
export { startPostgres, type LocalPostgres } from './postgres.ts';
export { findRedisProgram, startRedis, type LocalRedis } from './redis.ts';

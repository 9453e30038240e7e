/** Options of governance for tests in which Redis and PostgreSQL stay available, so that a busy machine causes no time-out. In milliseconds. */
export const governanceWithLongTimeouts = {
  redisTimeoutMs: { min: 30_000, max: 30_000 },
  restoreWaitMs: 30_000,
};

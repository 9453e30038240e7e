/** Options of governance where nobody takes Redis or PostgreSQL away: what takes long is the machine's other work. */
export const governanceWithLongTimeouts = {
  redisTimeoutMs: { min: 30_000, max: 30_000 },
  restoreWaitMs: 30_000,
};

export { dayMs, type Remove, removeOldest, type Retention, retentionDays } from './retention.ts';
export { startRetention } from './start-retention.ts';
export { trimBatch } from './trim-batch.ts';

export { startRetention } from './keep-trimmed.ts';
export { removeOldest } from './remove-oldest.ts';
export { dayMs, type Remove, type Retention } from './retention.ts';
export { retentionDays } from './retention-days.ts';
export { trimBatch } from './trim-batch.ts';

export { backoffMs, type BackoffOptions } from './backoff.ts';
export { type Circuit, CircuitOpen, type CircuitOptions, createCircuit } from './circuit.ts';
export { type Clock, systemClock } from './clock.ts';
export { createKeyedSemaphore, type KeyedSemaphore } from './keyed-semaphore.ts';
export { type Poll, startPoll } from './poll.ts';
export { createSemaphore, type Semaphore, SemaphoreFull, type SemaphoreOptions } from './semaphore.ts';
export { createSharedCacheOrder, type SharedCacheOrder } from './shared-cache-order.ts';
export {
  createSharedSemaphore,
  type SharedSemaphore,
  type SharedSemaphoreOptions,
} from './shared-semaphore.ts';
export { createShares, getQuarter, type ShareRefusals, type Shares, type SharesOptions } from './shares.ts';
export { createSliceQueue, type SliceQueue } from './slice-queue.ts';
export { createPause, inSlices, type Pause, runInSlices } from './slices.ts';
export { TimeoutError, withTimeout } from './with-timeout.ts';

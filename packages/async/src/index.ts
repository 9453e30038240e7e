export { type Circuit, createCircuit } from './circuit.ts';
export { inSlices } from './in-slices.ts';
export { startPoll } from './poll.ts';
export { createSemaphore } from './semaphore.ts';
export { createSliceQueue, type SliceQueue } from './slice-queue.ts';
export { withTimeout } from './with-timeout.ts';

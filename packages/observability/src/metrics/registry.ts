import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { sampleGauge } from './sample-gauge.ts';

export type { Registry } from 'prom-client';

/** Creates a registry for one application, so that several can run in one process. */
export function createRegistry(options: { withProcessMetrics: boolean }): Registry {
  const registry = new Registry();
  if (options.withProcessMetrics) {
    collectDefaultMetrics({ register: registry });
    describeLimits(registry);
  }
  return registry;
}

/**
 * Registers the limits of memory: beyond the heap's the process aborts, beyond the container's the kernel kills it.
 */
function describeLimits(registry: Registry): void {
  const heap = {
    name: 'nodejs_heap_size_limit_bytes',
    help: 'Heap size at which the process aborts.',
  };
  sampleGauge(registry, heap, () => getHeapStatistics().heap_size_limit);
  const memory = {
    name: 'process_memory_limit_bytes',
    help: 'Memory limit of the container; absent without a limit.',
  };
  sampleGauge(registry, memory, () => {
    const limit = process.constrainedMemory();
    return limit > 0 && limit < totalmem() ? limit : undefined;
  });
}

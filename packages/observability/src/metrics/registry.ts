import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { sampleGauge } from './sample-gauge.ts';

export type { Registry } from 'prom-client';

/** A registry of its own for each application, so that several can live in one process. */
export function createRegistry(options: { withProcessMetrics: boolean }): Registry {
  const registry = new Registry();
  if (options.withProcessMetrics) {
    collectDefaultMetrics({ register: registry });
    describeLimits(registry);
  }
  return registry;
}

/** How far memory goes: beyond the heap's limit the process ends itself, beyond the container's the kernel ends it. */
function describeLimits(registry: Registry): void {
  const heap = {
    name: 'nodejs_heap_size_limit_bytes',
    help: 'Size of the heap at which the process would end.',
  };
  sampleGauge(registry, heap, () => getHeapStatistics().heap_size_limit);
  const memory = {
    name: 'process_memory_limit_bytes',
    help: 'Memory that the container may use; left out where it has no limit.',
  };
  sampleGauge(registry, memory, () => {
    const limit = process.constrainedMemory();
    return limit > 0 && limit < totalmem() ? limit : undefined;
  });
}

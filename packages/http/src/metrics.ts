import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, type Registry } from 'prom-client';

/** A registry of its own for each application, so that several can live in one process. */
export function createRegistry(options: { withProcessMetrics: boolean }): Registry {
  const registry = new Registry();
  if (options.withProcessMetrics) collectDefaultMetrics({ register: registry });
  return registry;
}

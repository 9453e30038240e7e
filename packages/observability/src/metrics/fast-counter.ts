import type { Registry } from 'prom-client';
import { createCounter } from './create-metric.ts';

/** A counter with one label that adds to a number in memory; the registry receives the sum at each scrape. */
export interface FastCounter {
  /** Adds `count`, or 1. */
  add(label: string, count?: number): void;
}

/**
 * Registers a Prometheus counter with one label. It counts in a plain map and is folded into the registry when it is
 * scraped: prom-client hashes labels at every count, which a request that takes microseconds cannot afford. Labels
 * must come from a small fixed set.
 */
export function createFastCounter(options: {
  registry: Registry;
  name: string;
  help: string;
  label: string;
}): FastCounter {
  const { registry, name, help, label } = options;
  const counts = new Map<string, { n: number }>();
  createCounter(registry, {
    name,
    help,
    labelNames: [label],
    collect() {
      this.reset();
      for (const [value, { n }] of counts) this.inc({ [label]: value }, n);
    },
  });
  return {
    add(value, count = 1) {
      const known = counts.get(value);
      if (known === undefined) counts.set(value, { n: count });
      else known.n += count;
    },
  };
}

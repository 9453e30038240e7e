import { setTimeout as delay } from 'node:timers/promises';
import type { Registry } from 'prom-client';
import { createGauge } from './create-metric.ts';

const timeoutMs = 1_000;

/**
 * A gauge that is asked for at every scrape. What cannot be told, or not within a second, is left out: an alert would take
 * a zero for good news.
 */
export function sampleGauge(
  registry: Registry,
  gauge: { readonly name: string; readonly help: string },
  ask: () => number | undefined | Promise<number | undefined>,
): void {
  createGauge(registry, {
    ...gauge,
    async collect() {
      const late = delay(timeoutMs, undefined, { ref: false });
      const value = await Promise.race([(async () => ask())(), late]).catch(() => undefined);
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

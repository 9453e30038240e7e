import { withTimeout } from '@bunting/async';
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
      const asked = (async () => ask())();
      const value = await withTimeout(asked, timeoutMs, gauge.name).catch(() => undefined);
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

import { withTimeout } from '@bunting/async';
import type { Registry } from 'prom-client';
import { createGauge } from './create-metric.ts';

const timeoutMs = 1_000;

/**
 * Registers a gauge whose value is read at every scrape. If there is no value within a second, the gauge is left out,
 * because an alert would read a zero as healthy.
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

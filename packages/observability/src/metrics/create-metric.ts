import {
  Counter,
  Gauge,
  Histogram,
  type CounterConfiguration,
  type GaugeConfiguration,
  type HistogramConfiguration,
  type Registry,
} from 'prom-client';

/**
 * Distinguishes our metrics from all others that one Prometheus scrapes. Source code names them without it. prom-client's
 * metrics of the process keep the names that dashboards for Node.js use: `process_…`, `nodejs_…`.
 */
const prefix = 'bunting_';

/** Returns the name of a metric as Prometheus sees it. */
export function metricName(name: string): string {
  return prefix + name;
}

type Declared<Configuration> = Omit<Configuration, 'registers'>;

/** Registers a counter; `name` is without the prefix, as in the functions below. */
export function createCounter<Label extends string>(
  registry: Registry,
  declared: Declared<CounterConfiguration<Label>>,
): Counter<Label> {
  return new Counter({ ...declared, name: metricName(declared.name), registers: [registry] });
}

/** Registers a gauge; `name` is without the prefix. */
export function createGauge<Label extends string>(
  registry: Registry,
  declared: Declared<GaugeConfiguration<Label>>,
): Gauge<Label> {
  return new Gauge({ ...declared, name: metricName(declared.name), registers: [registry] });
}

/** Registers a histogram; `name` is without the prefix. */
export function createHistogram<Label extends string>(
  registry: Registry,
  declared: Declared<HistogramConfiguration<Label>>,
): Histogram<Label> {
  return new Histogram({ ...declared, name: metricName(declared.name), registers: [registry] });
}

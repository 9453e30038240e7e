import { Histogram, type Registry } from 'prom-client';
import { metricName } from './create-metric.ts';

const name = metricName('http_request_duration_seconds');
const help = "Time from receiving a request's headers to sending its response, by route and status.";
/** Upper bounds in milliseconds: half a millisecond is a good evaluation, 50 the limit that the service promises. */
const boundsMs = [0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 10_000];

interface Series {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  /** One more than bounds: the last counts the requests that are slower than all of them. */
  readonly buckets: Float64Array;
  sumMs: number;
}

export interface RouteDurations {
  add(status: number, durationMs: number): void;
}

export interface RequestDurations {
  /** Methods and routes must come from a small fixed set. The same pair gives the same series. */
  route(method: string, route: string): RouteDurations;
}

type Routes = Map<string, Map<number, Series>>;

/** A histogram that is counted outside of prom-client. */
class RequestHistogram extends Histogram {
  readonly #routes: Routes;

  constructor(routes: Routes) {
    const buckets = boundsMs.map((bound) => bound / 1000);
    super({ name, help, labelNames: ['method', 'route', 'status'], buckets, registers: [] });
    this.#routes = routes;
  }

  /**
   * Returns the metric at a scrape. The registry calls it (`getMetricsAsString` of prom-client 15.1.3); the types of
   * prom-client omit it.
   */
  async getForPromString() {
    return { name, help, type: 'histogram', aggregator: 'sum', values: [...samples(this.#routes)] };
  }
}

/**
 * Registers the histogram of request durations. It counts in plain arrays, because prom-client's `observe` costs more than an
 * evaluation should (docs/explanations/performance.md).
 */
export function createRequestDurations(registry: Registry): RequestDurations {
  const routes: Routes = new Map();
  registry.registerMetric(new RequestHistogram(routes));

  return {
    route(method, route) {
      const key = `${method} ${route}`;
      const byStatus = routes.get(key) ?? new Map<number, Series>();
      routes.set(key, byStatus);
      return {
        add(status, durationMs) {
          let series = byStatus.get(status);
          if (series === undefined) {
            series = { method, route, status, buckets: new Float64Array(boundsMs.length + 1), sumMs: 0 };
            byStatus.set(status, series);
          }
          let bucket = 0;
          while (bucket < boundsMs.length && durationMs > boundsMs[bucket]!) bucket++;
          series.buckets[bucket]!++;
          series.sumMs += durationMs;
        },
      };
    },
  };
}

function* samples(routes: ReadonlyMap<string, ReadonlyMap<number, Series>>) {
  for (const byStatus of routes.values()) {
    for (const { method, route, status, buckets, sumMs } of byStatus.values()) {
      const labels = { method, route, status };
      let total = 0;
      for (const [i, count] of buckets.entries()) {
        total += count;
        const le = i < boundsMs.length ? boundsMs[i]! / 1000 : '+Inf';
        yield { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
      }
      yield { metricName: `${name}_sum`, labels, value: sumMs / 1000 };
      yield { metricName: `${name}_count`, labels, value: total };
    }
  }
}

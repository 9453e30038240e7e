import type { Config } from '@bunting/config';
import { createRegistry, type Logger, type Registry, type Tracing } from '@bunting/observability';
import type { processFields, serviceFields } from './service-fields.ts';

/** The variables that every process has. */
export type ProcessConfig = Config<typeof processFields>;

/** The variables that every service with a database has. */
export type ServiceConfig = Config<typeof serviceFields>;

/** The resources of a service from its start to its end. */
export interface ServiceContext<OwnConfig extends ProcessConfig = ServiceConfig> {
  /** The name of the service, as logs, traces and servers show it. */
  readonly service: string;
  readonly config: OwnConfig;
  readonly log: Logger;
  readonly registry: Registry;
  /** Absent = off. */
  readonly tracing: Tracing | undefined;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /**
   * Registers what closes something, on the line after the one that opened it. When the service ends, what was opened last
   * is closed first. A `close` that rejects is logged, and the others still run.
   */
  defer(close: () => unknown): void;
  /** Runs what was deferred. Never rejects. */
  close(): Promise<void>;
}

/** Creates a context for `runService`, and for tests that open a service in their own process. */
export function createServiceContext<OwnConfig extends ProcessConfig>(options: {
  service: string;
  config: OwnConfig;
  log: Logger;
  tracing?: Tracing | undefined;
  registry?: Registry;
  now?: () => number;
}): ServiceContext<OwnConfig> {
  const { service, config, log, tracing, now = Date.now } = options;
  const registry = options.registry ?? createRegistry({ withProcessMetrics: true });
  const deferred: (() => unknown)[] = [];
  return {
    service,
    config,
    log,
    registry,
    tracing,
    now,
    defer: (close) => void deferred.push(close),
    async close() {
      for (const close of deferred.splice(0).toReversed()) {
        try {
          await close();
        } catch (error) {
          log.error({ err: error }, 'Closing a resource failed; continuing with the others.');
        }
      }
    },
  };
}

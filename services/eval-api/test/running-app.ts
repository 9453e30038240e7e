import type { Server } from 'node:http';
import type { Limits } from '@bunting/governance';
import { createTraceSigner } from '@bunting/evaluation-trace';
import { createDatabaseCheck, createHttpServer, createReadiness, listen } from '@bunting/service';
import { testSecret } from '@bunting/testing';
import { startTestDependencies, type TestDependencies } from '@bunting/testing/apps';
import { createApp } from '../src/app.ts';
import { createEvaluationMetrics } from '../src/evaluation-metrics.ts';

export interface RunningApp extends Pick<TestDependencies, 'pool' | 'lines' | 'apply' | 'stop'> {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
}

/** The application in this process, on a database and a Redis of its own that hold `document`. */
export async function startApp(options: {
  document: object;
  limits?: Partial<Limits>;
  pollIntervalMs?: number;
}): Promise<RunningApp> {
  const dependencies = await startTestDependencies({ service: 'eval-api', ...options });
  const { environments, governance, limits, pool, registry, log, lines, apply } = dependencies;
  const now = Date.now;
  const app = createApp({
    environments,
    governance,
    limits,
    traces: createTraceSigner({ secret: testSecret, now }),
    metrics: createEvaluationMetrics(registry),
    maxBodyBytes: 100 * 1024,
    now,
    log,
    registry,
    readiness: createReadiness(() => true),
    checkDatabase: createDatabaseCheck(pool),
  });
  const server = createHttpServer(app);
  const listening = await listen(server, 0);
  return {
    server,
    port: listening.port,
    pool,
    lines,
    apply,
    async stop() {
      await listening.drain(1_000);
      await dependencies.stop();
    },
  };
}

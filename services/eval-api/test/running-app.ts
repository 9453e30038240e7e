import type { Server } from 'node:http';
import type { Limits } from '@bunting/governance';
import { createTraceSigner } from '@bunting/evaluation-trace';
import { createHttpServer, listen } from '@bunting/service';
import { testSecret } from '@bunting/testing';
import { startTestDependencies, type TestDependencies } from '@bunting/testing/apps';
import { createApp } from '../src/app.ts';

export interface RunningApp extends Pick<TestDependencies, 'pool' | 'lines' | 'apply' | 'stop'> {
  /** For supertest. */
  readonly server: Server;
  readonly port: number;
}

/** Starts the application in this process, with its own database and Redis, to which `document` was applied. */
export async function startApp(options: {
  document: object;
  limits?: Partial<Limits>;
  pollIntervalMs?: number;
  publicUrl?: string;
  env?: Readonly<Record<string, string>>;
}): Promise<RunningApp> {
  const dependencies = await startTestDependencies({ service: 'eval-api', ...options });
  const { context } = dependencies;
  const app = createApp({
    ...context,
    ...dependencies,
    traces: createTraceSigner({ secret: testSecret, now: context.now }),
    maxBodyBytes: 100 * 1024,
    publicUrl: options.publicUrl,
  });
  const server = createHttpServer(app);
  const listening = await listen(server, 0);
  context.defer(() => listening.drain(1_000));
  return { ...dependencies, server, port: listening.port };
}

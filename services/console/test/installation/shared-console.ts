/** The installation that the files of a run share. */
import { createTestDatabase, startTestRedis } from '@bunting/testing';
import { sharedByRun } from '@bunting/testing/shared';
import { startConsoleProcesses, type ConsoleAddresses } from './console-processes.ts';

export interface SharedConsole extends ConsoleAddresses {
  /** Documents are applied to it, each with an organisation of its own. */
  readonly databaseUrl: string;
}

/** Rejects outside of Jest. The first file that asks has it started. */
export function sharedConsole(): Promise<SharedConsole> {
  return sharedByRun(new URL('shared-console.ts', import.meta.url).href);
}

/** Starts the shared console; Jest's own process calls it. */
export async function startShared(): Promise<{ value: SharedConsole; stop: () => Promise<void> }> {
  const [database, redis] = await Promise.all([createTestDatabase(), startTestRedis()]);
  process.once('exit', () => redis.process.kill('SIGKILL'));
  const processes = await startConsoleProcesses(database.url, redis.url).catch(async (error: unknown) => {
    await redis.stop(); // Jest would wait for it
    throw error;
  });
  const { url, port, flagsUrl } = processes;
  return {
    value: { url, port, flagsUrl, databaseUrl: database.url },
    async stop() {
      await processes.stop();
      await redis.stop();
    },
  };
}

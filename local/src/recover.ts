import { Failure } from '@bunting/embedded-servers';
import { endProcess, type ProcessRegistry } from './process-registry.ts';

const self = 'npm start';

/**
 * Reserves the data directory for this process: ends processes that a killed start left running, and throws if another start
 * is running.
 */
export async function takeOver(registry: ProcessRegistry, report: (message: string) => void): Promise<void> {
  const leftovers = registry.leftovers();
  const other = leftovers.find(({ name }) => name === self);
  if (other) {
    throw new Failure(
      `Another npm start (process ${other.pid}) uses this DATA_DIR: stop it, or give this one a DATA_DIR and ports of its own.`,
    );
  }
  if (leftovers.length > 0) report('The last start was killed: stopping what it left running.');
  // Services first, the database last, as in an orderly stop.
  for (const entry of leftovers.toReversed()) {
    await endProcess(entry, entry.name === 'PostgreSQL' ? 'SIGINT' : 'SIGTERM');
  }
  registry.add(self, process.pid);
}

import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reasonOf } from './failure.ts';

const contents = ['postgres', 'redis', 'processes.json', 'secrets.json'];

/** Makes the data directory, or says why nothing can be kept there. */
export function openDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    for (const path of [dataDir, ...contents.map((name) => join(dataDir, name)).filter(existsSync)]) {
      accessSync(path, constants.R_OK | constants.W_OK);
    }
  } catch (error) {
    throw new Failure(
      `DATA_DIR cannot be written (${reasonOf(error)}): start as its owner, or set it to another directory.`,
    );
  }
}

import { accessSync, constants, mkdirSync } from 'node:fs';
import { Failure, reasonOf } from './failure.ts';

/** Makes the data directory, or says why nothing can be kept there. */
export function openDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new Failure(`DATA_DIR cannot be written (${reasonOf(error)}): set it to a directory that can.`);
  }
}

import type { BaseDependencies } from '../framework/dependencies.ts';
import type { ImportReader } from './import-reader.ts';
import type { ImportSemaphores } from './import-semaphores.ts';

export interface ImportDependencies extends BaseDependencies {
  /** Reads a document in a thread of its own. */
  readonly readImport: ImportReader;
  readonly importSemaphores: ImportSemaphores;
  readonly maxBodyBytes: number;
}

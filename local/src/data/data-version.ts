import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '@bunting/embedded-servers';
import { gt, valid } from 'semver';

const fileName = 'version';

/** Throws a Failure if a newer release has used the data directory: this one does not know its schema. */
export function refuseNewerData(dataDir: string, version: string): void {
  const stored = readStored(dataDir);
  if (stored === undefined || !gt(stored, version)) return;
  throw new Failure(
    `Bunting ${stored} has used the data in ${dataDir}, and this is Bunting ${version}: start ${stored} or newer, or use another ` +
      'directory or volume.',
  );
}

/** Stores which release uses the data directory. */
export function writeDataVersion(dataDir: string, version: string): void {
  writeFileSync(join(dataDir, fileName), `${version}\n`, { mode: 0o600 });
}

/** Returns undefined for a directory that is new, or that a release before 0.1.0 has used. */
function readStored(dataDir: string): string | undefined {
  try {
    return valid(readFileSync(join(dataDir, fileName), 'utf8').trim()) ?? undefined;
  } catch {
    return undefined;
  }
}

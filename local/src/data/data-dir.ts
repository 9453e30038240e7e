import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { Failure, getErrorMessage, type Identity } from '@bunting/embedded-servers';

const contents = ['postgres', 'redis', 'processes.json', 'secrets.json', 'version'];
/**
 * Files that the folder may contain before the first start: caches of package managers, and those of a new volume.
 */
const before = new Set(['home', 'lost+found']);

/**
 * Creates the data directory, accessible only to its owner and to `guest`, the user of the embedded PostgreSQL. Throws a
 * Failure when it cannot be used.
 */
export function openDataDir(dataDir: string, guest: Identity | undefined): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    for (const path of [dataDir, ...contents.map((name) => join(dataDir, name)).filter(existsSync)]) {
      accessSync(path, constants.R_OK | constants.W_OK);
    }
  } catch (error) {
    throw new Failure(
      `Can't write to DATA_DIR (${getErrorMessage(error)}): start as its owner, or use another directory.`,
    );
  }
  const entries = readdirSync(dataDir);
  const stranger = entries.find((name) => !before.has(name));
  // Restricting /tmp, or a home directory, would break other programs.
  if (stranger !== undefined && !entries.some((name) => contents.includes(name))) {
    throw new Failure(
      `DATA_DIR (${dataDir}) contains other files, such as ${stranger}, and would become private: use an empty directory.`,
    );
  }
  closeToOthers(dataDir, guest);
}

function closeToOthers(dataDir: string, guest: Identity | undefined): void {
  const { uid } = statSync(dataDir);
  const passesThrough = guest !== undefined && guest.uid !== uid;
  if (passesThrough) chownSync(dataDir, uid, guest.gid);
  // The guest's group can pass through to its own directory, but cannot list this one.
  chmodSync(dataDir, passesThrough ? 0o710 : 0o700);
  for (const name of ['processes.json', 'secrets.json']) {
    if (existsSync(join(dataDir, name))) chmodSync(join(dataDir, name), 0o600);
  }
  // Earlier releases used the umask.
  const redis = join(dataDir, 'redis');
  if (!existsSync(redis)) return;
  for (const entry of ['.', ...readdirSync(redis, { recursive: true })]) {
    const path = join(redis, String(entry));
    chmodSync(path, statSync(path).isDirectory() ? 0o700 : 0o600);
  }
}

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the folder that contains `services`: the root of the workspace, or the package that `npx bunting` runs. It is searched above this
 * file, because a bundle of it is in another folder.
 */
export function findInstallationRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'services/eval-api'))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("Can't find the services above @bunting/embedded-servers.");
    folder = parent;
  }
  return folder;
}

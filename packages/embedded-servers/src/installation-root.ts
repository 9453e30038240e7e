import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Returns the folder that contains `services`: the root of the workspace, or the package that `npx bunting` runs. Searches upwards from
 * this file, because a bundle contains it in another folder.
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

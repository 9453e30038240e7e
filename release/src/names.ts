import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The names that belong to the owner of a fork. They are in release.json and nowhere else. */
export interface Names {
  readonly npm: {
    /** The scope of the packages, with its `@`. */
    readonly scope: string;
    /** The package that `npx` runs; it may have a scope. */
    readonly server: string;
  };
  /** The images are below it, by their names: `<images>/eval-api:<version>`. */
  readonly images: string;
  /** The registry of the Helm chart, with `oci://`. */
  readonly charts: string;
  /** The address of the repository, without `.git`. */
  readonly repository: string;
  /** The address of the documentation, without a slash at its end. */
  readonly documentation: string;
}

export function readNames(root: string): Names {
  return JSON.parse(readFileSync(join(root, 'release.json'), 'utf8')) as Names;
}

/** Returns the names that still contain the placeholder OWNER. With them a release can be built, but not published. */
export function findPlaceholders(names: Names): string[] {
  const { npm, ...others } = names;
  return Object.entries({ 'npm.scope': npm.scope, 'npm.server': npm.server, ...others })
    .filter(([, value]) => value.includes('OWNER'))
    .map(([name]) => name);
}

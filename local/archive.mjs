// Downloads packages that are not in pnpm-lock.yaml, and checks each against the hash in this repository.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from './progress.mjs';

/**
 * Fetches the archive of a package into `folder` and returns its path; throws when it has another hash than `integrity`. It
 * uses npm, which has the machine's registry configuration and cache. `env` is the environment of npm.
 */
export function fetchArchive({ name, integrity }, folder, env) {
  const args = ['pack', name, '--json', '--ignore-scripts', '--pack-destination', folder];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) {
    throw Object.assign(
      new Failure(
        `Fetching ${name} failed: see above, and check that this machine can reach the npm registry.`,
      ),
      { output: stderr, isOfNetwork: true },
    );
  }
  const path = join(folder, JSON.parse(stdout)[0].filename.replace(/^@/, '').replace('/', '-'));
  const found = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  if (found === integrity) return path;
  const message =
    `The registry's ${name} isn't the one this release of Bunting expects, and it was not run: its hash is\n` +
    `${found}, not\n${integrity}.`;
  throw Object.assign(new Failure(message), { output: '' });
}

/** Extracts the whole archive, or only the named files. */
export function unpack(archive, folder, files = []) {
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder, ...files], {
    encoding: 'utf8',
  });
  if (status !== 0) throw Object.assign(new Failure(`Unpacking ${archive} failed.`), { output: stderr });
}

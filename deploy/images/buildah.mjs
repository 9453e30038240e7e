import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Failure } from '../../local/progress.mjs';

/** OCI's format knows no HEALTHCHECK. */
export const formatOfDocker = ['--format', 'docker'];

/** Runs buildah and returns its output. */
export async function buildah(...args) {
  try {
    const { stdout } = await promisify(execFile)('buildah', args, { maxBuffer: 1 << 26 });
    return stdout.trim();
  } catch (error) {
    const failure = new Failure(`buildah ${args.join(' ')} failed: see above.`);
    throw Object.assign(failure, { output: `${error.stdout ?? ''}${error.stderr ?? error.message}` });
  }
}

/** Makes an image of what `work` puts into the root file system of `from`. */
export async function makeImage(name, from, work, settings = []) {
  const container = await buildah('from', '--pull-never', from);
  try {
    await work(await buildah('mount', container));
    if (settings.length > 0) await buildah('config', ...settings, container);
    await buildah('umount', container);
    await buildah('commit', container, name);
  } finally {
    await buildah('rm', container);
  }
}

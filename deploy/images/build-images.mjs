import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { runQuietly, step } from '../../local/progress.mjs';

/** Builds every target of Dockerfile and returns the name of each one's image. */
export async function buildImages({ builder, tag, nodeImage, baseImage }) {
  const targets = [...readFileSync(join(root, 'Dockerfile'), 'utf8').matchAll(/^FROM runtime AS (\S+)$/gm)];
  const arguments_ = [
    ...(nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`]),
    ...(baseImage === undefined ? [] : ['--build-arg', `BASE_IMAGE=${baseImage}`]),
  ];
  // In Docker's own format, for OCI's knows no HEALTHCHECK; as layers, so that all targets share one build.
  const program =
    builder === 'docker' ? ['build'] : ['build', '--isolation', 'chroot', '--layers', '--format', 'docker'];
  const images = new Map();
  const context = copyOfSources();
  try {
    for (const [, target] of targets) {
      const image = `${builder === 'docker' ? '' : 'localhost/'}bunting/${target}:${tag}`;
      await step(`Building ${image}`, () =>
        runQuietly(builder, [...program, ...arguments_, '--target', target, '--tag', image, '.'], {
          cwd: context,
          failure: `${target} could not be built: see above.`,
        }),
      );
      images.set(target, image);
    }
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
  return images;
}

/** What git knows of or would take in, as it is now: who goes on editing does not build two services of two states. */
function copyOfSources() {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const context = mkdtempSync(join(tmpdir(), 'bunting-images-'));
  if (listed.status !== 0) {
    cpSync(root, context, {
      recursive: true,
      filter: (path) => !/\/(node_modules|\.data|\.git)$/.test(path),
    });
    return context;
  }
  for (const path of new Set(listed.stdout.split('\0').filter(Boolean))) {
    if (!existsSync(join(root, path))) continue; // removed since git last looked
    mkdirSync(dirname(join(context, path)), { recursive: true });
    cpSync(join(root, path), join(context, path), { preserveTimestamps: true });
  }
  return context;
}

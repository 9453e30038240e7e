import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { runQuietly, step } from '../../local/progress.mjs';
import { formatOfDocker } from './buildah.mjs';

/** Builds every target of Dockerfile, the workspace once for all of them, and returns the name of each one's image. */
export async function buildImages({ builder, tag, nodeImage, baseImage }) {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const targets = [...dockerfile.matchAll(/^FROM runtime AS (\S+)$/gm)].map(([, target]) => target);
  const imageOf = (target) => `${builder === 'docker' ? '' : 'localhost/'}bunting/${target}:${tag}`;
  const options = [
    '--build-arg',
    `VERSION=${tag}`,
    ...(builder === 'docker' ? [] : optionsOfBuildah()),
    ...(nodeImage === undefined ? [] : ['--build-arg', `NODE_IMAGE=${nodeImage}`]),
    ...(baseImage === undefined ? [] : ['--build-arg', `BASE_IMAGE=${baseImage}`]),
  ];
  const context = copyOfSources();
  /** Stages in `earlier` are not built again: Docker finds them in its cache, and buildah gets their names. */
  const buildTarget = (target, earlier) => {
    const stages = builder === 'docker' ? [] : earlier;
    const contexts = stages.flatMap((stage) => [
      '--build-context',
      `${stage}=docker-image://${imageOf(stage)}`,
    ]);
    const args = ['build', ...options, ...contexts, '--target', target, '--tag', imageOf(target), '.'];
    return runQuietly(builder, args, { cwd: context, failure: `${target} couldn't be built: see above.` });
  };
  try {
    await step('Building the workspace', () => buildTarget('build', []));
    await step('Building the images', async () => {
      await buildTarget('runtime', ['build']);
      await Promise.all(targets.map((target) => buildTarget(target, ['build', 'runtime'])));
    });
  } finally {
    rmSync(context, { recursive: true, force: true });
  }
  return new Map(targets.map((target) => [target, imageOf(target)]));
}

/**
 * Returns options by which each stage becomes one layer instead of one per step, and uses the package cache of this
 * machine.
 */
function optionsOfBuildah() {
  const caches = { '.npm': '.npm', '.cache/pnpm': '.cache/pnpm', '.local/share/pnpm/store': 'store' };
  const volumes = Object.entries(caches)
    .map(([here, there]) => [join(homedir(), here), there])
    .filter(([here]) => existsSync(here))
    .flatMap(([here, there]) => ['--volume', `${here}:/caches/${there}`]);
  const cacheArguments = [
    '--build-arg',
    'HOME=/caches',
    '--build-arg',
    'pnpm_config_store_dir=/caches/store',
  ];
  return [...formatOfDocker, '--isolation', 'chroot', '--layers=false', ...cacheArguments, ...volumes];
}

/**
 * Copies the files that git tracks or would add, as they are now, so that edits during the build do not give two services
 * different sources.
 */
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

// npm run images: builds every image with Docker, or with buildah where no Docker runs, then starts every service from the
// result on a read-only file system as an unprivileged user, and uses each. Exit code 0 = all work.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { checkNode } from '../../local/check-node.mjs';
import { build, installPackages } from '../../local/prepare.mjs';
import { exitWithFailure, Failure } from '../../local/progress.mjs';
import { buildImages } from './build-images.mjs';
import { makeStandIns } from './stand-ins.mjs';
import { tidyStorage, useOwnStorage } from './storage.mjs';

const { values: options } = parseArgs({
  options: {
    'node-image': { type: 'string' },
    'base-image': { type: 'string' },
    'stand-ins': { type: 'boolean', default: false },
    tag: { type: 'string', default: '0.1.0' },
    'build-only': { type: 'boolean', default: false },
  },
});

try {
  checkNode();
  const builder = findBuilder();
  if (options['stand-ins']) useOwnStorage();
  const bases = options['stand-ins']
    ? await makeStandIns()
    : { nodeImage: options['node-image'], baseImage: options['base-image'] };
  const images = await buildImages({ builder, tag: options.tag, ...bases });
  if (!options['build-only']) {
    if (builder !== 'buildah' || process.getuid() !== 0) {
      throw new Failure(
        'The images are built; trying them needs buildah and root (--build-only leaves it out).',
      );
    }
    await installPackages();
    await build();
    const { tryImages } = await import('./try-images.mjs');
    await tryImages(images);
  }
  if (options['stand-ins']) await tidyStorage();
  console.log(`Ready: ${[...images.values()].join(' ')}`);
  process.exit();
} catch (error) {
  exitWithFailure(error);
}

/** Stand-ins are made and tried with buildah only. */
function findBuilder() {
  const answers = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
  if (!options['stand-ins'] && answers('docker', 'info')) return 'docker';
  if (answers('buildah', '--version')) return 'buildah';
  throw new Failure('There is neither a running Docker nor buildah: install one (apt-get install buildah).');
}

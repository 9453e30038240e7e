import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { root } from '../../local/prepare.mjs';
import { Failure, runQuietly, step } from '../../local/progress.mjs';

const release = 'bookworm';
const nodeMajor = 26;
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const baseImage = 'localhost/bunting-base:stand-in';
const nodeImage = 'localhost/bunting-node:stand-in';

/**
 * Base images for a machine that reaches Debian's archive and the npm registry, but no registry of images: Debian by
 * debootstrap without what Debian's slim images leave out, and on top of it Node.js and npm. They trust the
 * certificates that this machine trusts. Made once.
 */
export async function makeStandIns() {
  if (isThere(baseImage) && isThere(nodeImage)) return { nodeImage, baseImage };
  if (spawnSync('debootstrap', ['--version'], { stdio: 'ignore' }).status !== 0) {
    throw new Failure('There is no debootstrap to make base images with: apt-get install debootstrap.');
  }
  const folder = join(root, '.data/images');
  mkdirSync(folder, { recursive: true });
  await step('A base image', () => makeBase(join(folder, 'base')));
  await step('A base image with Node.js', () => makeNode(join(folder, 'node')));
  return { nodeImage, baseImage };
}

async function makeBase(folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const files = join(folder, 'files');
  const failure = 'debootstrap could not make a base image: see above.';
  await runQuietly('debootstrap', ['--variant=minbase', '--include=ca-certificates', release, files], {
    failure,
  });
  for (const path of [
    'var/lib/apt/lists',
    'var/cache',
    'usr/share/doc',
    'usr/share/man',
    'usr/share/locale',
  ]) {
    rmSync(join(files, path), { recursive: true, force: true });
    mkdirSync(join(files, path), { recursive: true });
  }
  await runQuietly('tar', ['-C', files, '-cf', join(folder, 'files.tar'), '.'], { failure });
  rmSync(files, { recursive: true, force: true });
  await buildImage(folder, baseImage, ['FROM scratch', 'ADD files.tar /', 'CMD ["bash"]']);
}

/** The Node.js of the npm registry is the one of nodejs.org; npm is the one that runs here. */
async function makeNode(folder) {
  rmSync(folder, { recursive: true, force: true });
  const programs = join(folder, 'usr/local/bin');
  const libraries = join(folder, 'usr/local/lib/node_modules');
  for (const each of [programs, libraries]) mkdirSync(each, { recursive: true });
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x64';
  await runQuietly('npm', ['pack', '--silent', `node-linux-${architecture}@${nodeMajor}`], {
    cwd: folder,
    failure: 'Node.js could not be fetched from the npm registry: see above.',
  });
  const unpack = [
    '-c',
    'tar -xzf node-linux-*.tgz package/bin/node && mv package/bin/node usr/local/bin/ && rm node-linux-*',
  ];
  await runQuietly('sh', unpack, { cwd: folder, failure: 'Node.js could not be unpacked.' });
  const npm = dirname(
    dirname(spawnSync('sh', ['-c', 'realpath "$(command -v npm)"'], { encoding: 'utf8' }).stdout.trim()),
  );
  cpSync(npm, join(libraries, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx']) {
    spawnSync('ln', ['-sf', `../lib/node_modules/npm/bin/${name}-cli.js`, join(programs, name)]);
  }
  const hasCertificates = existsSync(certificates);
  if (hasCertificates) cpSync(certificates, join(folder, 'certificates.crt'), { dereference: true });
  await buildImage(folder, nodeImage, [
    `FROM ${baseImage}`,
    'RUN apt-get update && apt-get install --yes --no-install-recommends libatomic1 libstdc++6 binutils',
    'COPY usr /usr',
    ...(hasCertificates
      ? [`COPY certificates.crt ${certificates}`, `ENV NODE_EXTRA_CA_CERTS=${certificates}`]
      : []),
  ]);
}

async function buildImage(folder, image, lines) {
  writeFileSync(join(folder, 'Dockerfile'), `${lines.join('\n')}\n`);
  await runQuietly('buildah', ['build', '--isolation', 'chroot', '--tag', image, folder], {
    failure: `${image} could not be built: see above.`,
  });
  rmSync(folder, { recursive: true, force: true });
}

function isThere(image) {
  return spawnSync('buildah', ['inspect', '--type', 'image', image], { stdio: 'ignore' }).status === 0;
}

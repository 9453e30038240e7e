import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Failure, runQuietly, step } from '../../local/progress.mjs';
import { makeImage } from './buildah.mjs';

const release = 'bookworm';
const nodeMajor = 26;
const certificates = '/etc/ssl/certs/ca-certificates.crt';
const baseImage = 'localhost/bunting-base:stand-in';
const nodeImage = 'localhost/bunting-node-redis:stand-in';
/** Files that Debian's slim images leave out, and files that only the installation needed. */
const leftOut = [
  'debootstrap',
  'var/lib/apt/lists',
  'var/cache',
  'usr/share/doc',
  'usr/share/man',
  'usr/share/locale',
];
const forRedis = [
  'redis-server',
  'redis-tools',
  'libjemalloc2',
  'liblua5.1-0',
  'lua-bitop',
  'lua-cjson',
  'liblzf1',
  'libssl3',
];
/** Packages that images of Node.js have in addition, for building, and Redis with what it needs. */
const forNode = ['libatomic1', 'libstdc++6', 'binutils', ...forRedis];

/**
 * Makes base images on a machine that reaches Debian's archive and the npm registry, but no registry of images: Debian as
 * debootstrap unpacks it, with Node.js and npm. They trust the certificates that this machine trusts. Existing ones are used
 * again.
 */
export async function makeStandIns() {
  if (isThere(baseImage) && isThere(nodeImage)) return { nodeImage, baseImage };
  if (spawnSync('debootstrap', ['--version'], { stdio: 'ignore' }).status !== 0) {
    throw new Failure('There is no debootstrap to make base images with: apt-get install debootstrap.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'bunting-images-'));
  try {
    await step('Base images', async () => {
      await Promise.all([makeBase(folder), fetchNode(folder)]);
      await makeNode(folder);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { nodeImage, baseImage };
}

/**
 * Creates the base image. Its packages are unpacked but not configured, which would take twice as long and is not
 * needed for Node.js.
 */
async function makeBase(folder) {
  await makeImage(baseImage, 'scratch', async (root) => {
    const options = ['--foreign', '--variant=minbase', `--include=${forNode.join()}`];
    await runQuietly('debootstrap', [...options, release, root], {
      failure: 'debootstrap could not make a base image: see above.',
    });
    for (const name of ['passwd', 'group']) {
      cpSync(join(root, `usr/share/base-passwd/${name}.master`), join(root, `etc/${name}`));
    }
    // The packages of --include were downloaded, but not unpacked.
    const included = readFileSync(join(root, 'debootstrap/base'), 'utf8').trim().split(/\s+/);
    const archives = join(root, 'var/cache/apt/archives');
    for (const file of readdirSync(archives)) {
      if (included.includes(file.split('_')[0])) cpSync(join(archives, file), join(folder, file));
    }
    // On some machines debootstrap makes this a link to itself.
    for (const path of [...leftOut, 'proc']) rmSync(join(root, path), { recursive: true, force: true });
    for (const path of ['proc', 'mnt']) mkdirSync(join(root, path), { recursive: true });
  });
}

/** Fetches Node.js from the npm registry, which has the same program as nodejs.org. */
async function fetchNode(folder) {
  const architecture = process.arch === 'arm64' ? 'arm64' : 'x64';
  await runQuietly('npm', ['pack', '--silent', `node-linux-${architecture}@${nodeMajor}`], {
    cwd: folder,
    failure: 'Fetching Node.js from the npm registry failed: see above.',
  });
}

/** Creates the image of Node.js with the npm that runs here. */
async function makeNode(folder) {
  const hasCertificates = existsSync(certificates);
  const settings = hasCertificates ? ['--env', `NODE_EXTRA_CA_CERTS=${certificates}`] : [];
  const makeFiles = async (root) => {
    const unpack = `
      set -e
      mkdir -p "$1/usr/local/bin" "$1/usr/local/lib/node_modules"
      for package in *.deb; do dpkg-deb --fsys-tarfile "$package" | tar -C "$1" -x --keep-directory-symlink; done
      tar -C "$1/usr/local" --strip-components=1 -xzf node-linux-*.tgz package/bin/node
      ln -s ../lib/node_modules/npm/bin/npm-cli.js "$1/usr/local/bin/npm"
      ln -s ../lib/node_modules/npm/bin/npx-cli.js "$1/usr/local/bin/npx"`;
    await runQuietly('sh', ['-c', unpack, 'sh', root], {
      cwd: folder,
      failure: 'Unpacking Node.js failed: see above.',
    });
    cpSync(folderOfNpm(), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true });
    if (hasCertificates) cpSync(certificates, join(root, certificates), { dereference: true });
  };
  await makeImage(nodeImage, baseImage, makeFiles, settings);
}

function folderOfNpm() {
  const { stdout } = spawnSync('sh', ['-c', 'realpath "$(command -v npm)"'], { encoding: 'utf8' });
  return dirname(dirname(stdout.trim()));
}

function isThere(image) {
  return spawnSync('buildah', ['inspect', '--type', 'image', image], { stdio: 'ignore' }).status === 0;
}

// node tools/keep-production.mjs <folder> <package>…: copies what each package of a built workspace needs to run to
// <folder>/<package>, in the same layout. Of a service that is its bundle and the packages whose files it serves; of another
// package its compiled code, that of the packages of ours that it depends on, and their production dependencies; of `bunting` the
// start command with all services. Files are linked instead of copied where that is possible. Dockerfile calls it.
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { root } from '../local/prepare.mjs';
import { servedPackages, serviceParts } from './bundle-services.mjs';
import { isDeadWeight } from './dead-weight.mjs';

const [target, ...wanted] = process.argv.slice(2);
const foldersIn = (parent) => readdirSync(join(root, parent)).map((name) => join(root, parent, name));
const startCommand = join(root, 'local');
const ours = [...foldersIn('packages'), ...foldersIn('services'), startCommand];

for (const name of wanted) {
  if (name === 'bunting') {
    keepInstallation(join(target, name));
    continue;
  }
  const packageFolder = ours.find((folder) => basename(folder) === name);
  if (packageFolder === undefined) throw new Error(`There is no package ${name}.`);
  const location = join(target, name);
  if (basename(dirname(packageFolder)) === 'services') keepService(packageFolder, location);
  else keepPackage(packageFolder, location);
  keepManifest(location);
}

function keepManifest(location) {
  for (const file of ['package.json', 'LICENSE']) keep(join(root, file), location);
}

/** Keeps what `local/bunting.mjs` runs. */
function keepInstallation(location) {
  keepPackage(startCommand, location);
  const files = readdirSync(startCommand).filter((file) => /\.(mjs|yaml)$/.test(file));
  for (const file of files) keep(join(startCommand, file), location);
  for (const folder of foldersIn('services')) keepService(folder, location);
  keepManifest(location);
}

/** Keeps a service. All else in dist is the output of tsc, which the bundle contains. */
function keepService(packageFolder, location) {
  for (const part of ['package.json', ...serviceParts.map((part) => `dist/${part}`)]) {
    const path = join(packageFolder, part);
    if (existsSync(path)) keep(path, location);
  }
  for (const name of servedPackages) {
    const link = join(packageFolder, 'node_modules', name);
    if (!existsSync(link)) continue;
    keep(realpathSync(link), location);
    keepLink(link, location);
  }
}

function keepPackage(packageFolder, location) {
  const folders = closureOf(packageFolder);
  for (const folder of folders) {
    if (!ours.includes(folder)) keep(folder, location);
    else for (const part of ['package.json', 'dist']) keep(join(folder, part), location);
  }
  for (const link of linksBetween(folders)) keepLink(link, location);
  if (folders.has(join(root, 'packages/database'))) keep(join(root, 'prisma/migrations'), location);
}

/** Returns the package's folder, and those of all packages that it needs, ours and third-party ones. */
function closureOf(packageFolder) {
  const folders = new Set();
  const visit = (folder) => {
    if (folders.has(folder)) return;
    folders.add(folder);
    for (const name of dependenciesOf(folder)) {
      const found = [join(folder, 'node_modules', name), join(siblingsOf(folder), name)].find(existsSync);
      if (found !== undefined) visit(realpathSync(found)); // an optional one may be for other machines
    }
  };
  visit(realpathSync(packageFolder));
  return folders;
}

/** Links through which packages find each other; pnpm's own folder too, for packages that do not declare all they need. */
function linksBetween(folders) {
  const locations = new Set([join(root, 'node_modules/.pnpm/node_modules')]);
  for (const folder of folders)
    locations.add(ours.includes(folder) ? join(folder, 'node_modules') : siblingsOf(folder));
  return [...locations]
    .filter(existsSync)
    .flatMap((location) => readdirSync(location).map((name) => join(location, name)))
    .flatMap((path) =>
      basename(path).startsWith('@') ? readdirSync(path).map((name) => join(path, name)) : [path],
    )
    .filter(
      (path) => lstatSync(path).isSymbolicLink() && existsSync(path) && folders.has(realpathSync(path)),
    );
}

/**
 * Returns the dependencies without optional peers: one of them is Prisma's command line with all its dependencies.
 */
function dependenciesOf(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = manifest;
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional);
  return Object.keys({ ...dependencies, ...optionalDependencies }).concat(peers);
}

/** Returns …/node_modules for …/node_modules/@scope/name. */
function siblingsOf(folder) {
  const parent = dirname(folder);
  return basename(parent).startsWith('@') ? dirname(parent) : parent;
}

/** Keeps a file, or all files below a folder. */
function keep(path, location) {
  const entry = lstatSync(path);
  if (entry.isDirectory()) {
    for (const name of readdirSync(path)) if (name !== '.bin') keep(join(path, name), location);
  } else if (entry.isSymbolicLink()) keepLink(path, location);
  else if (!isDeadWeight(path)) linkOrCopy(path, newPath(path, location));
}

function keepLink(path, location) {
  symlinkSync(readlinkSync(path), newPath(path, location));
}

function newPath(path, location) {
  const copy = join(location, relative(root, path));
  mkdirSync(dirname(copy), { recursive: true });
  return copy;
}

function linkOrCopy(from, to) {
  try {
    linkSync(from, to);
  } catch (error) {
    if (error.code !== 'EXDEV') throw error;
    copyFileSync(from, to);
  }
}

// node local/keep-production.mjs <folder> <room>…: of a built workspace, what each room needs to run, in <folder>/<room>:
// its own compiled code, that of our packages it leans on, and their production dependencies. Dockerfile calls it.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { basename, dirname, join } from 'node:path';
import { root } from './prepare.mjs';

const [target, ...wanted] = process.argv.slice(2);
const manifest = readJson('package.json');
const rooms = ['packages', 'services'].flatMap((folder) =>
  readdirSync(join(root, folder)).map((name) => join(folder, name)),
);

for (const name of wanted) keepProduction(name, join(target, name));

function keepProduction(name, place) {
  mkdirSync(place, { recursive: true });
  for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', 'LICENSE']) copy(file, place);
  const closure = closureOf(name);
  for (const room of closure) {
    copy(join(room, 'package.json'), place);
    copy(join(room, 'dist'), place);
  }
  if (closure.has('packages/database')) copy('prisma/migrations', place);
  installProduction(place);
  prune(
    place,
    [...closure].map((room) => join(place, room)),
  );
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) rmSync(join(place, file));
  for (const file of filesBelow(place)) if (isDeadWeight(file)) rmSync(file);
}

/** Folders of the room and of every package of ours that it leans on. */
function closureOf(name, found = new Set()) {
  const room = rooms.find((each) => basename(each) === name);
  if (room === undefined) throw new Error(`There is no room ${name}.`);
  if (found.has(room)) return found;
  found.add(room);
  for (const dependency of Object.keys(readJson(room, 'package.json').dependencies ?? {})) {
    if (dependency.startsWith('@bunting/')) closureOf(basename(dependency), found);
  }
  return found;
}

/** From the packages that the build has fetched already: the network is not asked again. */
function installProduction(cwd) {
  const pnpm = manifest.packageManager.split('+')[0];
  const options = [
    '--prod',
    '--offline',
    '--frozen-lockfile',
    '--ignore-scripts',
    '--config.pmOnFail=ignore',
  ];
  const { status } = spawnSync('npx', ['--yes', pnpm, 'install', ...options], { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

/**
 * Removes the packages that nothing of ours depends on: pnpm installs optional peers too when it finds them in the
 * lockfile, and so Prisma's command line (its client's peer) would come along with all it needs.
 */
function prune(place, roots) {
  const store = realpathSync(join(place, 'node_modules/.pnpm'));
  const needed = new Set();
  const visit = (folder) => {
    if (needed.has(folder)) return;
    needed.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      readManifest(folder);
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const found = [join(folder, 'node_modules', name), join(siblingsOf(folder), name)].find(existsSync);
      if (found !== undefined) visit(realpathSync(found));
    }
  };
  for (const root of roots) visit(realpathSync(root));
  const kept = new Set(
    [...needed]
      .filter((path) => path.startsWith(store))
      .map(siblingsOf)
      .map(dirname),
  );
  for (const entry of readdirSync(store, { withFileTypes: true })) {
    const path = join(store, entry.name);
    if (entry.isDirectory() && entry.name !== 'node_modules' && !kept.has(path))
      rmSync(path, { recursive: true });
  }
  removeDanglingLinks(join(place, 'node_modules'));
}

/** …/node_modules/@scope/name → …/node_modules */
function siblingsOf(folder) {
  const parent = dirname(folder);
  return basename(parent).startsWith('@') ? dirname(parent) : parent;
}

function removeDanglingLinks(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) removeDanglingLinks(path);
    else if (entry.isSymbolicLink() && !existsSync(path)) rmSync(path);
  }
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/** Declarations and sources, maps, words for people, tests of others; and those files of two large packages that nobody loads. */
function isDeadWeight(file) {
  return (
    /\.([cm]?ts|tsbuildinfo|map|md|markdown|flow)$/.test(file) ||
    /\/\.pnpm\/[^/]+\/node_modules\/(@[^/]+\/)?[^/]+\/tests?\//.test(file) ||
    /\/swagger-ui-dist\/swagger-ui(-es-bundle(-core)?)?\.js$/.test(file) ||
    /\/@prisma\/client\/runtime\/query_compiler_(?!fast_bg\.postgresql\.(wasm-base64\.)?mjs$)/.test(file) ||
    /\/@prisma\/client\/(generator-build|scripts)\//.test(file)
  );
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function copy(path, place) {
  if (existsSync(join(root, path))) cpSync(join(root, path), join(place, path), { recursive: true });
}

function readJson(...path) {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
}

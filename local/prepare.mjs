// From a fresh clone to a built workspace. Every step is skipped when its inputs have not changed since.
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readmes } from '../docs/.vitepress/build/readmes.mjs';
import { withPnpm } from './pnpm.mjs';
import { runQuietly, step } from './progress.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Installs the packages that pnpm-lock.yaml names. */
export async function installPackages() {
  const stamp = new Stamp('install', ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...manifests()]);
  if (stamp.isFresh()) return;
  const env = withHome(process.env);
  // Switches off pnpm's check of its own version, which is chosen here: in 12.21 that check fails a frozen install.
  const install = [
    'install',
    '--frozen-lockfile',
    '--config.pmOnFail=ignore',
    '--config.managePackageManagerVersions=false', // the same for older versions
    '--config.confirmModulesPurge=false',
  ];
  await step('Installing packages', () =>
    withPnpm(env, ([program, ...args]) =>
      runQuietly(program, [...args, ...install], {
        cwd: root,
        env,
        failure:
          'Installing packages failed: see above, and check that this machine can reach the npm registry.',
      }),
    ),
  );
  stamp.write();
}

/** Generates the database client, which other sources import. Does nothing if it is up to date. */
export function generateClient() {
  return runQuietly(process.execPath, ['services/settings-api/scripts/generate-client.mjs'], {
    cwd: root,
    failure: 'Generating the database client from prisma/schema.prisma failed: see above.',
  });
}

/**
 * Generates the database client, compiles what changed, and bundles SDKs and services: everything, or of the folders `rooms` the packages with
 * those that they depend on, and the bundles of the services. Only everything compiles services file by file, to `dist/main.js` and its
 * modules: what runs is the bundle `dist/service.js`, which is made of the sources. Without `mustCheck` types are removed and not checked,
 * which takes a third less: whoever only starts Bunting has the sources of a commit, whose types CI has checked.
 */
export async function build(rooms = [], { mustCheck = true } = {}) {
  await step('Building', async () => {
    const mustCompile = !isCompiled(mustCheck);
    if (mustCompile) await generateClient();
    const bundled = bundleAll('services', 'tools/bundle-services.mjs', ['packages', 'services'], rooms);
    bundled.catch(() => {}); // what does not compile is reported first
    if (mustCompile) await compile(rooms, mustCheck);
    await bundled;
    await bundleAll('bundles', 'tools/bundle-sdk.mjs', ['packages'], rooms);
  });
  if (rooms.length === 0 || rooms.includes('services/console')) await buildPages();
}

const solution = 'tsconfig.build.json';

/**
 * Returns whether everything has been compiled from the present sources. The compiler would need a second to find that
 * out.
 */
function isCompiled(mustCheck) {
  const isThere = (project) => existsSync(join(root, project, 'dist/.tsbuildinfo'));
  const { checked, compiled } = compilerStamps();
  return (checked.isFresh() || (!mustCheck && compiled.isFresh())) && projects().every(isThere);
}

/** Compiles what changed: of the packages `rooms` and those that they depend on, everything if there are none. */
async function compile(rooms, mustCheck) {
  const asked = rooms.length > 0 ? rooms.filter((room) => !room.startsWith('services/')) : [solution];
  if (asked.length === 0) return;
  // One checker only: several would read the same declarations again for each project.
  const flags = mustCheck ? [] : ['--noCheck'];
  const tsc = ['node_modules/typescript/bin/tsc', '-b', '--checkers', '1', ...flags, ...asked];
  await runQuietly(process.execPath, tsc, {
    cwd: root,
    failure: 'Compiling the TypeScript sources failed: see above.',
  });
  const { checked, compiled } = compilerStamps();
  if (rooms.length === 0) (mustCheck ? checked : compiled).write();
}

function compilerStamps() {
  const sources = projects().flatMap((project) => [
    `${project}/tsconfig.json`,
    ...filesBelow(`${project}/src`),
  ]);
  const shared = ['pnpm-lock.yaml', 'prisma/schema.prisma', 'tsconfig.base.json', solution];
  const inputs = [...shared, ...manifests(), ...inOrder(sources)];
  return { checked: new Stamp('checked', inputs), compiled: new Stamp('compiled', inputs) };
}

const projects = () =>
  JSON.parse(readFileSync(join(root, solution), 'utf8')).references.map(({ path }) => path);

/**
 * Bundles with `tool` what `rooms` name, all if they are empty. Nothing if all bundles are of the present sources below `parents`, so that
 * whoever reads them while another command builds never finds half of one.
 */
async function bundleAll(name, tool, parents, rooms) {
  const { bundle, foldersToBundle, isBundled } = await import(`../${tool}`);
  const folders = foldersToBundle();
  const sources = manifests().flatMap((path) => {
    const source = path.replace('package.json', 'src');
    const isSource = parents.includes(path.split('/')[0]) && existsSync(join(root, source));
    return isSource ? [path, ...filesBelow(source)] : [];
  });
  const stamp = new Stamp(name, ['pnpm-lock.yaml', tool, ...inOrder(sources)]);
  if (stamp.isFresh() && folders.every(isBundled)) return;
  await Promise.all(
    folders.filter((folder) => rooms.length === 0 || rooms.includes(folder)).map((folder) => bundle(folder)),
  );
  if (rooms.length === 0) stamp.write();
}

/** Builds the page that the console serves, and the documentation: each if its sources or packages have changed. */
async function buildPages() {
  const outdated = [findConsole(), findDocs()].filter(
    ({ stamp, page }) => !stamp.isFresh() || !existsSync(join(root, 'services/console/dist', page)),
  );
  if (outdated.length === 0) return;
  await step('Console and documentation', () => Promise.all(outdated.map(buildPage)));
}

async function buildPage({ stamp, script, failure }) {
  await runQuietly(process.execPath, [script], { cwd: root, failure });
  stamp.write();
}

function findConsole() {
  const room = 'services/console';
  const shown = 'docs/reference/webhooks.md'; // a screen of it
  const sources = [
    shown,
    `${room}/vite.config.ts`,
    ...filesBelow(`${room}/scripts`),
    ...filesBelow(`${room}/web`),
  ];
  return {
    stamp: new Stamp('console', ['pnpm-lock.yaml', ...inOrder(sources)]),
    page: 'web/index.html',
    script: `${room}/scripts/build.mjs`,
    failure: "The console couldn't be built: see above.",
  };
}

function findDocs() {
  const sources = filesBelow('docs').filter((path) => !/node_modules|\.vitepress\/\.temp/.test(path));
  return {
    stamp: new Stamp('docs', ['pnpm-lock.yaml', 'release.json', ...inOrder([...sources, ...readmes])]),
    page: 'docs/index.html',
    script: 'docs/.vitepress/build.mjs',
    failure: "The documentation couldn't be built: see above.",
  };
}

const inOrder = (paths) => paths.toSorted((a, b) => a.localeCompare(b));

function filesBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** A file with the inputs of the last run of a step. It is in node_modules, so that it is deleted with them. */
class Stamp {
  constructor(name, inputs) {
    this.path = join(root, 'node_modules', `.bunting-${name}`);
    const hash = createHash('sha256').update(`${process.platform} ${process.arch}`);
    for (const input of inputs) hash.update(input).update(readFileSync(join(root, input)));
    this.content = hash.digest('hex');
  }

  isFresh() {
    return existsSync(this.path) && readFileSync(this.path, 'utf8') === this.content;
  }

  write() {
    writeFileSync(this.path, this.content);
  }
}

function manifests() {
  const rooms = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  return ['.', 'local', 'contract', 'k8s', 'deploy', 'release', 'docs', ...rooms]
    .map((room) => `${room}/package.json`)
    .filter((path) => existsSync(join(root, path)));
}

/**
 * Returns the environment with a writable home directory, where npm and pnpm have caches: if it is not writable, they
 * get a folder in DATA_DIR.
 */
function withHome(env) {
  if (env.HOME !== '' && isWritable(homedir())) return env;
  const home = join(resolve(root, env.DATA_DIR || '.data'), 'home');
  mkdirSync(home, { recursive: true });
  return { ...env, HOME: home, npm_config_cache: join(home, '.npm') };
}

function isWritable(directory) {
  try {
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

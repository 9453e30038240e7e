// Bundles the packages that applications install, the SDKs: each entry point of package.json as an ES module and as CommonJS, with types
// for both. `npm run build` calls it after tsc, which writes the declarations to dist/declarations. A package is an SDK if it has a script "build".
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The package that SDKs share. */
const core = { name: '@bunting/sdk-core', folder: 'sdk-core' };

/** Returns the folders of all SDKs, as paths from the root. */
export function foldersToBundle() {
  return readdirSync(join(root, 'packages'))
    .map((name) => `packages/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .filter((folder) => readManifest(folder).scripts?.build !== undefined);
}

/** Returns whether all files exist that `bundle` writes for the entry points. */
export function isBundled(folder) {
  return entriesOf(folder).every(({ name }) =>
    ['esm', 'commonjs'].every((format) => existsSync(join(root, folder, 'dist', format, `${name}.js`))),
  );
}

/** Writes dist/esm and dist/commonjs of an SDK whose declarations tsc has written. */
export async function bundle(folder) {
  const { build } = await import('esbuild');
  const entries = entriesOf(folder);
  const dist = join(root, folder, 'dist');
  for (const format of ['esm', 'commonjs']) removeFiles(join(dist, format), '.ts', '.js');
  await build({
    ...bundling(folder),
    entryPoints: Object.fromEntries(entries.map(({ name, source }) => [name, source])),
    outdir: join(dist, 'esm'),
    format: 'esm',
    // Entry points of one package share their modules: two copies would have two states.
    splitting: entries.length > 1,
    chunkNames: '[name]-[hash]',
  });
  // esbuild splits no CommonJS, so each file is translated by itself.
  await build({
    entryPoints: filesBelow(join(dist, 'esm'), '.js'),
    outbase: join(dist, 'esm'),
    outdir: join(dist, 'commonjs'),
    format: 'cjs',
    target: 'es2022',
    platform: 'node',
    logLevel: 'error',
  });
  if (readManifest(folder).peerDependencies?.react !== undefined) markAsClient(dist);
  copyDeclarations(dist);
}

/**
 * Returns the bytes of an entry point (`.`, `./testing`) as a page gets it: minified and compressed, without peer
 * dependencies.
 */
export async function measureGzipSize(folder, entry = '.') {
  const { build } = await import('esbuild');
  const { source } = entriesOf(folder).find(({ path }) => path === entry);
  const { outputFiles } = await build({
    ...bundling(folder),
    entryPoints: [source],
    format: 'esm',
    minify: true,
    write: false,
    legalComments: 'none',
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

/**
 * Returns the options of all bundles. Only peer dependencies and modules of Node.js stay imports; anything else that cannot be found is an
 * error. Members of objects that never leave the package (`bunting.privateMembers` of package.json) get short names, because minifiers keep
 * those of members.
 */
function bundling(folder) {
  const { peerDependencies = {}, bunting = {} } = readManifest(folder);
  return {
    absWorkingDir: join(root, folder),
    bundle: true,
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['bunting-source'],
    ...(bunting.privateMembers && { mangleProps: new RegExp(`^(${bunting.privateMembers.join('|')})$`) }),
    external: ['node:*', ...Object.keys(peerDependencies)],
    logLevel: 'error',
  };
}

/**
 * Returns the entry points of package.json that have sources: `./testing` → testing, from src/testing.ts to
 * dist/esm/testing.js.
 */
function entriesOf(folder) {
  return Object.entries(readManifest(folder).exports)
    .filter(([, target]) => target['bunting-source'] !== undefined)
    .map(([path, target]) => ({
      path,
      name: relative('dist/esm', target.import.default).replace(/\.js$/, ''),
      source: target['bunting-source'],
    }));
}

/**
 * Copies the declarations to both folders: one is of the kind of module that the nearest package.json says, so CommonJS has a folder of its own. They
 * name files as they are when they run, because compilers before 5.2 find no declaration for the name of a source. They name the package that SDKs
 * share by a copy beside them, because no application installs it.
 */
function copyDeclarations(dist) {
  for (const format of ['esm', 'commonjs']) {
    const to = join(dist, format);
    const copyOfCore = join(to, core.folder);
    let usesCore = false;
    for (const [path, text] of declarationsIn(join(dist, 'declarations'))) {
      const specifier = relative(join(to, dirname(path)), join(copyOfCore, 'index.js'));
      const published = text.replaceAll(
        `'${core.name}'`,
        `'${specifier.startsWith('.') ? specifier : `./${specifier}`}'`,
      );
      usesCore ||= published !== text;
      writeDeclaration(join(to, path), published);
    }
    if (!usesCore) continue;
    for (const [path, text] of declarationsIn(join(root, 'packages', core.folder, 'dist'))) {
      writeDeclaration(join(copyOfCore, path), text);
    }
  }
  writeFileSync(join(dist, 'commonjs', 'package.json'), '{ "type": "commonjs" }\n');
}

/** Returns the paths below the folder and their texts. */
function declarationsIn(folder) {
  return filesBelow(folder, '.d.ts').map((path) => [relative(folder, path), readFileSync(path, 'utf8')]);
}

function writeDeclaration(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text.replaceAll(/((?:from |import\()'\.[^']*)\.tsx?'/g, "$1.js'"));
}

/**
 * Marks modules as client modules: when React renders on a server, hooks may only be in modules whose first line says so.
 */
function markAsClient(dist) {
  for (const path of filesBelow(dist, '.js')) {
    writeFileSync(path, `'use client';\n${readFileSync(path, 'utf8')}`);
  }
}

/** Removes the output of an earlier build, so that it is not packed. */
function removeFiles(folder, ...endings) {
  if (!existsSync(folder)) return;
  for (const path of filesBelow(folder, ...endings)) rmSync(path);
}

function filesBelow(folder, ...endings) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => endings.some((ending) => name.endsWith(ending)))
    .map((name) => join(folder, name));
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(root, 'packages', basename(folder), 'package.json'), 'utf8'));
}

// Bundles each service with the libraries that it uses into `dist/service.js`, which is what is run: Node.js starts one file in a
// quarter of the time that it needs to find and load a thousand (docs/adr/0071). `npm run build` calls it.
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages whose files are served as they are: they are found in node_modules at run time. */
export const servedPackages = ['@bull-board/ui', 'swagger-ui-dist'];

/** The parts of a service's `dist` that it needs to run. All else is the output of tsc, which the bundle contains. */
export const serviceParts = [
  'service.js',
  'import-worker.js',
  'web',
  'docs',
  'variables.json',
  'licenses.txt',
];

/** Programs that run in threads of a service, beside service.js. */
const threads = { 'services/settings-api': { 'import-worker': 'src/imports/import-worker.ts' } };

/** Returns the folders of all services, as paths from the root. */
export function foldersToBundle() {
  return readdirSync(join(root, 'services'))
    .map((name) => `services/${name}`)
    .filter((folder) => existsSync(join(root, folder, 'src/main.ts')));
}

/** Returns whether the service has been bundled, from whatever sources. */
export function isBundled(folder) {
  return ['service.js', 'variables.json'].every((file) => existsSync(join(root, folder, 'dist', file)));
}

/** Writes dist/service.js, the licences of the libraries in it, and the names of the variables that it reads. */
export async function bundle(folder) {
  await writeVariables(folder);
  const entryPoints = { service: 'src/main.ts', ...threads[folder] };
  const licenses = await bundlePrograms(folder, entryPoints, 'dist', { sourcemap: 'linked' });
  writeFileSync(join(root, folder, 'dist/licenses.txt'), licenses);
}

/** Writes dist/variables.json: a start command gives the service only these variables. */
async function writeVariables(folder) {
  const outdir = join(root, folder, 'dist');
  const configuration = join(outdir, 'config-fields.js');
  await bundlePrograms(folder, { 'config-fields': 'src/config.ts' }, 'dist');
  const { fields } = await import(pathToFileURL(configuration).href);
  rmSync(configuration);
  writeFileSync(join(outdir, 'variables.json'), `${JSON.stringify(Object.keys(fields), undefined, 2)}\n`);
}

/**
 * Bundles programs of a folder, each with the libraries that it uses, into `outdir`: names of files, without `.js`, by their sources. Returns the
 * licences of the libraries.
 */
export async function bundlePrograms(folder, entryPoints, outdir, options = {}) {
  const { build } = await import('esbuild');
  const { metafile } = await build({
    absWorkingDir: join(root, folder),
    entryPoints,
    outdir,
    bundle: true,
    // Not split: `import()` of a CommonJS module would find its default export alone.
    platform: 'node',
    format: 'esm',
    target: 'node20',
    conditions: ['bunting-source'],
    // Bundled CommonJS asks for modules of Node.js by `require`.
    banner: {
      js: "import { createRequire as createRequireOfBundle } from 'node:module';\nconst require = createRequireOfBundle(import.meta.url);",
    },
    metafile: true,
    sourcesContent: false,
    logLevel: 'error',
    ...options,
  });
  return licensesOf(join(root, folder), Object.keys(metafile.inputs));
}

/** Returns the licence of each library that has a file among `inputs`: it must be distributed with the code. */
function licensesOf(folder, inputs) {
  const libraries = new Map();
  for (const input of inputs) {
    const [path, location, name] = /^(.*\/node_modules\/)((?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
    if (path !== undefined) libraries.set(join(folder, location, name), name);
  }
  return [...libraries]
    .toSorted(([, one], [, other]) => one.localeCompare(other))
    .map(([path, name]) => {
      const { version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
      const file = readdirSync(path).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file === undefined ? `License: ${license}` : readFileSync(join(path, file), 'utf8').trim();
      return `${name} ${version}\n\n${text}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

// Checks the dependencies between packages: that package.json, tsconfig.json, the imports of each package and the list in
// docs/architecture.md agree, and that none is forbidden.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The packages of ours that a package may depend on. Services and contract/ may depend on every package. */
const arrows = {
  cli: [],
  config: [],
  async: [],
  evaluator: [],
  'evaluation-trace': [],
  database: [],
  observability: ['async'],
  definitions: ['evaluator'],
  redis: ['async', 'config', 'observability'],
  service: ['async', 'config', 'database', 'observability', 'redis'],
  retention: ['config', 'database', 'observability'],
  datafile: ['async', 'config', 'definitions', 'evaluator', 'observability', 'redis', 'retention'],
  governance: [
    'async',
    'config',
    'database',
    'definitions',
    'observability',
    'redis',
    'retention',
    'service',
  ],
  authentication: ['database', 'datafile', 'definitions', 'observability', 'service'],
  environments: [
    'authentication',
    'config',
    'datafile',
    'definitions',
    'governance',
    'observability',
    'redis',
    'service',
  ],
  webhooks: ['async', 'config', 'database'],
  changes: ['async', 'database', 'datafile', 'definitions', 'evaluator', 'webhooks'],
  'embedded-servers': ['config'],
  bootstrap: [
    'async',
    'authentication',
    'changes',
    'config',
    'database',
    'definitions',
    'evaluator',
    'redis',
    'webhooks',
  ],
  testing: [
    'bootstrap',
    'config',
    'database',
    'datafile',
    'embedded-servers',
    'environments',
    'governance',
    'observability',
    'redis',
    'service',
  ],
};
const forbiddenNames = new Set([
  'common',
  'shared',
  'utils',
  'util',
  'types',
  'helpers',
  'helper',
  'misc',
  'lib',
]);
/** Packages that only tests import are declared once, by the workspace. */
const forTests = new Set(Object.keys(readJson('package.json').devDependencies));

const packageFolders = [
  ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`),
  ...readdirSync(join(root, 'services')).map((name) => `services/${name}`),
  'local',
  'contract',
  'k8s',
  'deploy',
].filter((packageFolder) => existsSync(join(root, packageFolder, 'package.json')));

const problems = [...packageFolders.flatMap(checkPackage), ...checkPicture()];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function checkPackage(packageFolder) {
  const found = [];
  const name = basename(packageFolder);
  const manifest = readJson(packageFolder, 'package.json');
  if (manifest.name !== `@bunting/${name}`)
    found.push(`${packageFolder}/package.json: the name must be @bunting/${name}.`);
  if (forbiddenNames.has(name)) found.push(`${packageFolder}: "${name}" says nothing about what is in it.`);

  const sources = filesBelow(packageFolder).filter((file) => file.endsWith('.ts'));
  const own = importsOf(sources.filter((file) => !isTest(file)));
  const tested = importsOf(sources.filter(isTest));

  for (const [target, { file }] of own) {
    if (target.startsWith('@bunting/') && !mayDependOn(packageFolder, target)) {
      found.push(`${file}: ${packageFolder} must not import ${target} (docs/architecture.md, arrows).`);
    }
  }
  found.push(...checkManifest(packageFolder, manifest, own, tested), ...checkReferences(packageFolder, own));
  return found;
}

function checkPicture() {
  const picture = readFileSync(join(root, 'docs/architecture.md'), 'utf8').replaceAll(/ +/g, ' ');
  return Object.entries(arrows)
    .filter(([, targets]) => targets.length > 0)
    .map(([name, targets]) => `${name} → ${targets.join(', ')}`)
    .filter((arrow) => !picture.includes(`\n${arrow}\n`))
    .map((arrow) => `docs/architecture.md: the arrow "${arrow}" is missing.`);
}

function mayDependOn(packageFolder, target) {
  const name = target.replace('@bunting/', '');
  if (packageFolder === 'contract') return true;
  if (!existsSync(join(root, 'packages', name))) return false; // a service, local or contract
  if (!packageFolder.startsWith('packages/')) return true;
  return arrows[basename(packageFolder)]?.includes(name) ?? false;
}

/** Every import is declared, and every dependency is used. */
function checkManifest(packageFolder, manifest, own, tested) {
  const dependencies = Object.keys(manifest.dependencies ?? {});
  const declared = [...dependencies, ...Object.keys(manifest.devDependencies ?? {}), manifest.name];
  const text = filesBelow(packageFolder, [])
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
  const isUsed = (target) =>
    text.includes(`'${target}'`) || text.includes(`'${target}/`) || text.includes(`"${target}/`);
  return [
    ...[...own]
      .filter(([target, { isTypeOnly }]) => !(isTypeOnly ? declared : dependencies).includes(target))
      .map(([target, { file }]) => `${file}: ${target} is not declared in ${packageFolder}/package.json.`),
    ...[...tested]
      .filter(([target]) => !declared.includes(target) && !forTests.has(target))
      .map(
        ([target, { file }]) =>
          `${file}: ${target} is declared neither here nor by the workspace, for tests.`,
      ),
    ...dependencies
      .filter((target) => !isUsed(target))
      .map((target) => `${packageFolder}/package.json: ${target} is declared but not used.`),
  ];
}

/** tsconfig references are exactly the packages of ours that the folder imports. */
function checkReferences(packageFolder, own) {
  const path = `${packageFolder}/tsconfig.json`;
  const referenced = (readJson(path).references ?? []).map((reference) => basename(reference.path));
  const imported = [...own.keys()]
    .filter((target) => target.startsWith('@bunting/'))
    .map((target) => basename(target));
  return [
    ...imported
      .filter((name) => !referenced.includes(name))
      .map((name) => `${path}: the reference to ${name} is missing.`),
    ...referenced
      .filter((name) => !imported.includes(name))
      .map((name) => `${path}: ${name} is referenced but not imported.`),
  ];
}

/** Package name → a file that imports it, and whether all imports of it are type-only. */
function importsOf(files) {
  const found = new Map();
  // Between `import` and `from` there are only names, braces, commas and stars; no other statement looks like this.
  const pattern =
    /^(?:import|export)( type)?\s+(?:[\w\s{},*$]+\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm;
  for (const file of files) {
    for (const [, type, fixed, dynamic] of readFileSync(join(root, file), 'utf8').matchAll(pattern)) {
      const specifier = fixed ?? dynamic;
      if (specifier.startsWith('.') || builtinModules.includes(specifier.replace('node:', ''))) continue;
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
      const isTypeOnly = type !== undefined && (found.get(name)?.isTypeOnly ?? true);
      found.set(name, { file, isTypeOnly });
    }
  }
  return found;
}

function isTest(file) {
  return file.endsWith('.test.ts') || file.includes('/test/');
}

/** The source files of a folder, as paths from the root, without generated ones. */
function filesBelow(packageFolder, except = ['generated']) {
  return readdirSync(join(root, packageFolder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${packageFolder}/${entry.name}`;
    if (entry.isDirectory())
      return ['node_modules', 'dist', ...except].includes(entry.name) ? [] : filesBelow(path, except);
    return /\.(ts|mjs|json)$/.test(entry.name) ? [path] : [];
  });
}

function readJson(...path) {
  return JSON.parse(readFileSync(join(root, ...path), 'utf8'));
}

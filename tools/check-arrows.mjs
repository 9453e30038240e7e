// Every room leans on what docs/explanations/architecture.md shows, and its imports, package.json and tsconfig.json say the same. The
// document is the list: what is not in it is refused.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const saysNothing = /^(common|shared|utils?|types|helpers?|misc|lib)$/;

/** Package → our packages that it may lean on, from the block of docs/explanations/architecture.md with a line for each. */
const arrows = new Map(
  [...read('docs/explanations/architecture.md').matchAll(/^([a-z-]+) +→ (.+)$/gm)].map(
    ([, name, targets]) => [name, targets.split(', ')],
  ),
);
const packages = readdirSync(join(root, 'packages'));
const rooms = [
  ...packages.map((name) => `packages/${name}`),
  ...readdirSync(join(root, 'services')).map((name) => `services/${name}`),
  'local',
  'contract',
  'k8s',
  'deploy',
].filter((packageFolder) => existsSync(join(root, packageFolder, 'package.json')));

const consoleRoom = 'services/console';
/** The part of services/console that browsers get is bundled: what it imports are devDependencies, and it has arrows of its own. */
const web = `${consoleRoom}/web`;
/** The one shape of errors, which all folders import. */
const apiError = `${web}/api/api-error.ts`;
/** Folders of the console in the order in which they stand on each other: each imports only those before it. */
const webFolders = ['design', 'api', 'page', 'editing', 'flags', 'screens', 'app'];
/** Screens with folders of their own for parts that do not import each other. */
const dividedScreens = new Set(['feature']);

const evaluator = 'packages/evaluator/src';
/** Folders of the evaluator in the order in which they stand on each other: each imports only those before it. */
const evaluatorFolders = [
  'definition',
  'values',
  'patterns',
  'context',
  'model',
  'compile',
  'count',
  'evaluate',
  'explain',
];

const settings = 'services/settings-api/src';
/** Makes changes that pass where approvals are required. */
const approvedRequest = '@bunting/changes/approved-request';

const problems = [
  ...rooms.flatMap(checkRoom),
  ...checkWeb(),
  ...checkEvaluator(),
  ...checkSettings(),
  ...checkApprovedChanges(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);

function checkRoom(room) {
  const name = basename(room);
  const manifest = JSON.parse(read(room, 'package.json'));
  // Tests cannot import what nobody declares: pnpm gives them no other package.
  const ofOthers = (file) =>
    file.includes('/test/') || file.startsWith(`${web}/`) || file.endsWith('/vite.config.ts');
  const imports = importsOf(filesBelow(room, /(?<!\.test)\.ts$/).filter((file) => !ofOthers(file)));
  const ours = [...imports.keys()].filter(isOurs).map((target) => basename(target));
  return [
    ...(manifest.name === `@bunting/${name}`
      ? []
      : [`${room}/package.json: the name must be @bunting/${name}.`]),
    ...(saysNothing.test(name) ? [`${room}: "${name}" says nothing about what is in it.`] : []),
    ...checkArrows(room, ours),
    ...checkManifest(room, manifest, imports),
    ...checkReferences(room, ours),
  ];
}

/**
 * Checks that a package imports only the packages that the document shows; services, local and contract/ may import
 * every package.
 */
function checkArrows(room, ours) {
  const services = ours.filter((name) => !packages.includes(name) && room !== 'contract');
  const shown = arrows.get(basename(room)) ?? [];
  const [missing, superfluous] = room.startsWith('packages/') ? differences(ours, shown) : [[], []];
  return [
    ...services.map((name) => `${room} must not import ${name}, which is no package.`),
    ...missing.map(
      (name) => `${room} must not import ${name}: docs/explanations/architecture.md has no such arrow.`,
    ),
    ...superfluous.map(
      (name) => `docs/explanations/architecture.md: there is no arrow ${basename(room)} → ${name}.`,
    ),
  ];
}

/** Checks that every import is declared, and every dependency is used. */
function checkManifest(
  room,
  { dependencies = {}, devDependencies = {}, peerDependencies = {}, scripts },
  imports,
) {
  // An SDK is a bundle: what it imports is in it, but for peer dependencies, and no application installs it.
  const installed = scripts?.build === undefined ? dependencies : { ...devDependencies, ...peerDependencies };
  const text = filesBelow(room, /\.(ts|mjs|json)$/, [])
    .map((file) => read(file))
    .join('\n');
  const isUsed = (target) =>
    [`'${target}'`, `'${target}/`, `"${target}/`].some((each) => text.includes(each));
  return [
    ...[...imports]
      .filter(
        ([target, { isTypeOnly }]) => !(target in installed || (isTypeOnly && target in devDependencies)),
      )
      .map(([target, { file }]) => `${file}: ${target} is not declared in ${room}/package.json.`),
    ...(installed === dependencies ? [] : Object.keys(dependencies)).map(
      (target) => `${room}/package.json: ${target} is a dependency, and an SDK has none.`,
    ),
    ...Object.keys(dependencies)
      .filter((target) => !isUsed(target))
      .map((target) => `${room}/package.json: ${target} is declared but not used.`),
  ];
}

/** Checks that tsconfig references are exactly our packages that the folder imports: they define the build order. */
function checkReferences(room, ours) {
  const { references = [] } = JSON.parse(read(room, 'tsconfig.json'));
  const [missing, superfluous] = differences(
    ours,
    references.map(({ path }) => basename(path)),
  );
  return [
    ...missing.map((name) => `${room}/tsconfig.json: the reference to ${name} is missing.`),
    ...superfluous.map((name) => `${room}/tsconfig.json: ${name} is referenced but not imported.`),
  ];
}

/** Returns, by package, a file that imports it, and whether all imports of it are type-only. */
function importsOf(files) {
  const found = new Map();
  // Between `import` and `from` there are only names, braces, commas and stars; no other statement looks like this.
  const pattern =
    /^(?:import|export)( type)?\s+(?:[\w\s{},*$]+\sfrom\s+)?['"]([^'"\n]+)['"]|\bimport\(\s*['"]([^'"\n]+)['"]/gm;
  for (const file of files) {
    for (const [, type, fixed, dynamic] of read(file).matchAll(pattern)) {
      const specifier = fixed ?? dynamic;
      if (specifier.startsWith('.') || builtinModules.includes(specifier.replace('node:', ''))) continue;
      const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
      found.set(name, { file, isTypeOnly: type !== undefined && (found.get(name)?.isTypeOnly ?? true) });
    }
  }
  return found;
}

/**
 * Checks that a folder imports only folders before it, `design` and `api` import nothing, and a screen imports no other
 * screen.
 */
function checkWeb() {
  const { devDependencies } = JSON.parse(read(consoleRoom, 'package.json'));
  const files = filesBelow(web, /\.tsx?$/);
  const arrows = files.flatMap((file) => {
    const from = locate(file);
    return relativeImports(file)
      .filter((target) => target !== apiError && !mayImport(from, locate(target)))
      .map(
        (target) =>
          `${file} must not import ${target}: docs/explanations/architecture.md has the order of the folders.`,
      );
  });
  const unknown = files
    .map((file) => [file, locate(file).folder])
    .filter(([, folder]) => !webFolders.includes(folder) && !folder.endsWith('.ts'))
    .map(([file]) => `${file}: tools/check-arrows.mjs has no place for this folder.`);
  const undeclared = [...importsOf(files.filter((file) => !/\.test\.tsx?$/.test(file)))]
    .filter(([target]) => !(target in devDependencies))
    .map(([target, { file }]) => `${file}: ${target} is not declared in ${consoleRoom}/package.json.`);
  return [...unknown, ...arrows, ...undeclared];
}

/** Returns the folder of a file of the console, and the screen it belongs to. */
function locate(path) {
  const [folder, screen, part] = path.slice(web.length + 1).split('/');
  if (folder !== 'screens') return { folder };
  return {
    folder,
    screen: dividedScreens.has(screen) && !part.includes('.') ? `${screen}/${part}` : screen,
  };
}

function mayImport(from, to) {
  if (from.folder === 'app' || !webFolders.includes(from.folder)) return true;
  if (from.folder === to.folder) return from.screen === to.screen;
  if (from.folder === 'api') return false;
  return (
    webFolders.indexOf(to.folder) !== -1 && webFolders.indexOf(to.folder) < webFolders.indexOf(from.folder)
  );
}

/** Checks that a folder of the evaluator imports only itself and folders before it, and that there are no circles. */
function checkEvaluator() {
  const imports = new Map(
    filesBelow(evaluator, /(?<!\.test)\.ts$/).map((file) => [file, relativeImports(file)]),
  );
  // Entry points stand beside the folders and may import each of them.
  const rank = (file) => {
    const folder = file.slice(evaluator.length + 1).split('/')[0];
    return folder.endsWith('.ts') ? evaluatorFolders.length : evaluatorFolders.indexOf(folder);
  };
  const unknown = [...imports.keys()]
    .filter((file) => rank(file) < 0)
    .map((file) => `${file}: tools/check-arrows.mjs has no place for this folder.`);
  const arrows = [...imports].flatMap(([file, targets]) =>
    targets
      .filter((target) => rank(target) > rank(file))
      .map((target) => `${file} must not import ${target}, which stands on it.`),
  );
  return [...unknown, ...arrows, ...findCircles(imports)];
}

/** Checks that the framework of settings-api knows no noun, and that no folder imports the files that put the nouns together. */
function checkSettings() {
  const folderOf = (file) => file.slice(settings.length + 1).split('/')[0];
  const imports = filesBelow(settings, /(?<!\.test)\.ts$/).flatMap((file) =>
    relativeImports(file)
      .filter((target) => folderOf(target) !== folderOf(file) && !folderOf(file).endsWith('.ts'))
      .map((target) => [file, target]),
  );
  return imports
    .filter(([file, target]) => folderOf(file) === 'framework' || folderOf(target).endsWith('.ts'))
    .map(([file, target]) => `${file} must not import ${target}, which stands on it.`);
}

/** Checks that only change requests make changes that pass where approvals are required. Types may be imported anywhere. */
function checkApprovedChanges() {
  const pattern = new RegExp(`import (?!type\\b)[^;]*?from '${approvedRequest}'`);
  return rooms
    .flatMap((room) => filesBelow(room, /\.tsx?$/))
    .filter((file) => !file.startsWith(`${settings}/change-requests/`) && pattern.test(read(file)))
    .map((file) => `${file} must not import ${approvedRequest}: only change requests can have approvals.`);
}

/** Returns each circle of imports once. */
function findCircles(imports) {
  const problems = [];
  const done = new Set();
  const visit = (file, path) => {
    if (path.includes(file)) {
      problems.push(`${[...path.slice(path.indexOf(file)), file].join(' → ')} is a circle.`);
    } else if (!done.has(file)) {
      for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
      done.add(file);
    }
  };
  for (const file of imports.keys()) visit(file, []);
  return problems;
}

/** Returns the files of this repository that a file imports, as paths from the root. */
function relativeImports(file) {
  // A document is no module.
  return [...read(file).matchAll(/(?:from|import\()\s*'(\.\.?\/[^']+(?<!\.md))'/g)].map(([, target]) =>
    join(file, '..', target),
  );
}

function differences(wanted, given) {
  return [wanted.filter((each) => !given.includes(each)), given.filter((each) => !wanted.includes(each))];
}

function isOurs(name) {
  return name.startsWith('@bunting/');
}

/** Lists the files of a folder, as paths from the root, without generated ones. */
function filesBelow(folder, pattern, except = ['generated']) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return pattern.test(entry.name) ? [path] : [];
    return ['node_modules', 'dist', ...except].includes(entry.name) ? [] : filesBelow(path, pattern, except);
  });
}

function read(...path) {
  return readFileSync(join(root, ...path), 'utf8');
}

import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ReleaseContext } from '../context.ts';
import { makeLinksAbsolute } from '../make-links-absolute.ts';
import { readManifest } from './pack-package.ts';
import { ownerMembers } from './published-manifest.ts';

/** The part of tools/bundle-services.mjs and tools/dead-weight.mjs that is used here, of the copy that is released. */
interface Tools {
  readonly servedPackages: readonly string[];
  readonly serviceParts: readonly string[];
  readonly foldersToBundle: () => readonly string[];
  readonly bundlePrograms: (
    folder: string,
    entryPoints: Readonly<Record<string, string>>,
    outdir: string,
  ) => Promise<string>;
  readonly isDeadWeight: (path: string) => boolean;
}

/** Files that the command reads as they are in the repository. */
const copied = [
  'local/bunting.mjs',
  'local/check-node.mjs',
  'local/progress.mjs',
  'local/demo.yaml',
  'prisma/migrations',
  'LICENSE',
];

/**
 * Returns a folder with the package that `npx` runs, in the layout of the workspace: the command, every service as its bundle, the console and the
 * migrations. Installing it downloads only PostgreSQL for the platform.
 */
export async function stageServer(context: ReleaseContext): Promise<string> {
  const { source, makeFolder, names, version } = context;
  const stage = makeFolder();
  const tools = await loadTools(source);
  for (const path of copied) cpSync(join(source, path), join(stage, path), { recursive: true });
  for (const folder of tools.foldersToBundle()) stageService(folder, stage, context, tools);
  const licenses = await tools.bundlePrograms(
    'local',
    { 'run-command': 'src/command/run-command.ts' },
    join(stage, 'local/dist/command'),
  );
  writeFileSync(join(stage, 'local/dist/licenses.txt'), licenses);
  await tools.bundlePrograms(
    'packages/embedded-servers',
    { 'leave-with-parent': 'src/leave-with-parent.ts' },
    join(stage, 'packages/embedded-servers/dist'),
  );
  const readme = readFileSync(join(source, 'local/README.md'), 'utf8');
  writeFileSync(join(stage, 'README.md'), makeLinksAbsolute(readme, { folder: 'local', version, names }));
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify(makeManifest(context, tools), undefined, 2)}\n`,
  );
  return stage;
}

async function loadTools(source: string): Promise<Tools> {
  const load = (path: string) => import(pathToFileURL(join(source, path)).href) as Promise<Tools>;
  return { ...(await load('tools/bundle-services.mjs')), ...(await load('tools/dead-weight.mjs')) };
}

function stageService(folder: string, stage: string, { source }: ReleaseContext, tools: Tools): void {
  const from = join(source, folder);
  mkdirSync(join(stage, folder, 'dist'), { recursive: true });
  for (const part of tools.serviceParts) {
    if (!existsSync(join(from, 'dist', part))) continue;
    cpSync(join(from, 'dist', part), join(stage, folder, 'dist', part), { recursive: true });
  }
  const { name, version, type } = readManifest(from);
  writeFileSync(
    join(stage, folder, 'package.json'),
    `${JSON.stringify({ name, version, type }, undefined, 2)}\n`,
  );
  for (const served of tools.servedPackages) {
    const link = join(from, 'node_modules', served);
    if (existsSync(link)) stageServedPackage(realpathSync(link), join(stage, 'node_modules', served), tools);
  }
}

/** Copies a package whose files are served. Nothing of it runs, so what it depends on is left out. */
function stageServedPackage(from: string, to: string, { isDeadWeight }: Tools): void {
  cpSync(from, to, { recursive: true, filter: (path) => !isDeadWeight(path) });
  const { dependencies: _, ...manifest } = readManifest(from);
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

function makeManifest(
  { source, version, names }: ReleaseContext,
  { servedPackages }: Tools,
): Record<string, unknown> {
  const { description, keywords, license, type, engines } = readManifest(source);
  const served = servedPackages.map((name) => {
    const service = readdirSync(join(source, 'services')).find((folder) =>
      existsSync(join(source, 'services', folder, 'node_modules', name)),
    );
    return [name, readManifest(join(source, 'services', service!, 'node_modules', name))['version']] as const;
  });
  return {
    name: names.npm.server,
    version,
    description,
    keywords,
    license,
    type,
    bin: { bunting: 'local/bunting.mjs' },
    exports: { './package.json': './package.json' },
    engines,
    dependencies: Object.fromEntries(served),
    bundleDependencies: servedPackages,
    optionalDependencies: readManifest(join(source, 'packages/embedded-servers')).optionalDependencies,
    ...ownerMembers({ folder: 'local', version, names }),
  };
}

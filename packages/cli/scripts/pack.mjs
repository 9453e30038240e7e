// `npm run cli:pack -- FOLDER` packs the built command and its dependencies into FOLDER/bunting-cli.tgz and prints its SHA-512.
// Installing the archive needs no registry, so no registry can deliver other code.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('..', import.meta.url));
const { devDependencies: _, ...manifest } = readJson(join(own, 'package.json'));
const dependencies = Object.keys(manifest.dependencies);

const folder = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '.');
const archive = join(folder, 'bunting-cli.tgz');
mkdirSync(folder, { recursive: true });
pack(archive);
console.log(`${archive}\nSHA-512: ${createHash('sha512').update(readFileSync(archive)).digest('hex')}`);

function pack(destination) {
  const stage = mkdtempSync(join(tmpdir(), 'bunting-cli-'));
  try {
    for (const name of ['dist', 'README.md', 'LICENSE']) {
      cpSync(join(own, name), join(stage, name), { recursive: true });
    }
    for (const name of dependencies) copyDependency(name, stage);
    writeFileSync(
      join(stage, 'package.json'),
      JSON.stringify({ ...manifest, bundleDependencies: dependencies }, undefined, 2),
    );
    const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', stage];
    const { status, stdout, stderr } = spawnSync('npm', args, { cwd: stage, encoding: 'utf8' });
    if (status !== 0) throw new Error(`npm pack failed: ${stderr}`);
    renameOver(join(stage, JSON.parse(stdout)[0].filename), destination);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Copies a dependency as it was installed by pnpm-lock.yaml and its hashes. */
function copyDependency(name, stage) {
  const source = realpathSync(join(own, 'node_modules', name));
  const more = Object.keys(readJson(join(source, 'package.json')).dependencies ?? {});
  if (more.length > 0)
    throw new Error(`${name} has dependencies of its own, which would be missing: ${more.join(', ')}.`);
  cpSync(source, join(stage, 'node_modules', name), { recursive: true });
}

/** Renames a file. If the folder is on another file system renaming fails, so the file is copied there first. */
function renameOver(from, to) {
  cpSync(from, `${to}.draft`);
  renameSync(`${to}.draft`, to);
}

function readJson(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}

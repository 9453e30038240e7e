// Installs the peers and builds the evaluator, unless both are done.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '..', '..');

export function prepare() {
  if (!existsSync(join(here, 'node_modules', '.package-lock.json'))) {
    console.log('Installing the peers …');
    run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], here);
  }
  if (!existsSync(join(root, 'node_modules', '.bin', 'tsc'))) run('npm', ['run', 'build'], root);
  else
    run(
      process.execPath,
      [join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-b', 'packages/evaluator'],
      root,
    );
}

export function readPackageVersion(packageName) {
  return JSON.parse(readFileSync(join(here, 'node_modules', packageName, 'package.json'), 'utf8')).version;
}

function run(command, args, cwd) {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

// Installs the peers, unless that is done. The workspace must be built (`npm run bench:clients` builds it).
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const here = import.meta.dirname;

export function prepare() {
  if (existsSync(join(here, 'node_modules', '.package-lock.json'))) return;
  console.log('Installing the peers …');
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: here, encoding: 'utf8' });
  if (status !== 0) throw new Error(`npm ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const monitoring = fileURLToPath(new URL('../monitoring', import.meta.url));
const cache = fileURLToPath(new URL('../../node_modules/.cache/promtool', import.meta.url));

/**
 * Finds Prometheus' own tool: on the PATH, or in Debian's package `prometheus`, which is unpacked into a cache and not
 * installed. `undefined` if neither is available.
 */
export function findPromtool(): string | undefined {
  const unpacked = join(cache, 'usr', 'bin', 'promtool');
  const works = (program: string) => spawnSync(program, ['--version']).status === 0;
  if (works('promtool')) return 'promtool';
  if (!existsSync(unpacked)) unpack();
  return works(unpacked) ? unpacked : undefined;
}

function unpack(): void {
  mkdirSync(cache, { recursive: true });
  const options = { cwd: cache, timeout: 60_000 };
  const download = () => spawnSync('apt-get', ['download', 'prometheus'], options).status === 0;
  // Most images have no package lists.
  if (!download() && (process.getuid?.() !== 0 || !update() || !download())) return;
  const archive = readdirSync(cache).find((name) => name.endsWith('.deb'));
  if (archive !== undefined) spawnSync('dpkg', ['-x', archive, '.'], options);
}

function update(): boolean {
  return spawnSync('apt-get', ['update'], { timeout: 60_000 }).status === 0;
}

/** Runs it in k8s/monitoring. Returns its output, and whether it succeeded. */
export function runPromtool(program: string, ...args: string[]): { isContent: boolean; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: monitoring, encoding: 'utf8' });
  return { isContent: status === 0, output: stdout + stderr };
}

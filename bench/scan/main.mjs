// npm run bench:scan: `bunting refs scan` over 20,000 files (100 MB) with 2,000 known keys, in turn with
// ripgrep, which counts the keys as fixed strings in the same tree. Each run is a process, measured from start to end.
//
// The tree is the same on every machine. Root on Debian installs the ripgrep of Debian if it is missing.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateKeys, generateTree } from './generate-tree.mjs';

const [files, bytes, knownKeys, rounds] = [20_000, 100_000_000, 2_000, 15];
const command = fileURLToPath(new URL('../../packages/cli/dist/bunting-command.js', import.meta.url));

const ripgrepVersion = readRipgrepVersion() ?? (await installRipgrep());
if (ripgrepVersion === undefined) {
  console.error('ripgrep is not on the PATH and could not be installed. On Debian: apt-get install ripgrep');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'bunting-bench-scan-'));
try {
  measure(prepare(folder));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Reads the first line of `rg --version`; undefined if ripgrep is not installed. */
function readRipgrepVersion() {
  const { error, stdout } = spawnSync('rg', ['--version'], { encoding: 'utf8' });
  return error === undefined ? stdout.split('\n')[0] : undefined;
}

async function installRipgrep() {
  const { canInstall, tryInstallRipgrep } =
    await import('../../packages/embedded-servers/dist/debian-packages.js');
  if (!canInstall()) return undefined;
  console.log('Installing ripgrep …');
  await tryInstallRipgrep();
  return readRipgrepVersion();
}

function prepare(folder) {
  const tree = join(folder, 'tree');
  const keysFile = join(folder, 'keys.txt');
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    // git does no maintenance in the background.
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'gc.auto',
    GIT_CONFIG_VALUE_0: '0',
    GIT_CONFIG_KEY_1: 'maintenance.auto',
    GIT_CONFIG_VALUE_1: 'false',
  };
  const keys = generateKeys(knownKeys);
  writeFileSync(keysFile, `${keys.join('\n')}\n`);
  const written = generateTree(tree, { files, bytes, keys });
  for (const args of [
    ['init', '-q', '-b', 'main'],
    ['add', '-A'],
    ['-c', 'user.name=b', '-c', 'user.email=b@example.com', 'commit', '-q', '-m', 'A tree'],
  ])
    execFileSync('git', args, { cwd: tree, env });
  console.log(`${files} files, ${(written / 1e6).toFixed(1)} MB, ${keys.length} keys; ${ripgrepVersion}`);
  return { tree, keysFile, env, output: join(folder, 'found.txt') };
}

function measure({ tree, keysFile, env, output }) {
  const scan = ['refs', 'scan', '--keys-file', keysFile, '--output', output];
  const count = ['--no-config', '--count-matches', '--fixed-strings', '--file', keysFile, '.'];
  const sides = {
    bunting: () => timed(process.execPath, [command, ...scan], { cwd: tree, env }),
    ripgrep: () => timed('rg', count, { cwd: tree, env }),
  };
  // Both must find the same before they are timed. Every key in the tree is in quotes, so the counts must agree.
  sides.bunting();
  const references = readFileSync(output, 'utf8').trimEnd().split('\n').length;
  const matches = sides
    .ripgrep()
    .text.trim()
    .split('\n')
    .reduce((sum, line) => sum + Number(line.split(':').at(-1)), 0);
  console.log(`bunting finds ${references} references, ripgrep ${matches} matches`);
  if (references !== matches) throw new Error('They must agree.');

  const times = { bunting: [], ripgrep: [] };
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(sides)) times[name].push(run().ms);
  for (const [name, all] of Object.entries(times))
    console.log(`${name.padEnd(8)} ms: ${all.map((ms) => ms.toFixed(0)).join(' ')}`);
  // Other programs on the machine can only add time, so the fastest round of each is compared.
  const [ours, theirs] = [Math.min(...times.bunting), Math.min(...times.ripgrep)];
  console.log(
    `medians: bunting ${median(times.bunting).toFixed(0)} ms, ripgrep ${median(times.ripgrep).toFixed(0)} ms`,
  );
  console.log(`figure scan_20k_files ${ours.toFixed(0)} ms`);
  console.log(`figure scan_vs_ripgrep ${(ours / theirs).toFixed(2)} ratio`);
}

function timed(program, args, options) {
  const began = performance.now();
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  const ms = performance.now() - began;
  if (error !== undefined || status !== 0)
    throw error ?? new Error(`${program} ended with ${status}: ${stderr}`);
  return { ms, text: stdout };
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

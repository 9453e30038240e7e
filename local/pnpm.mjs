// pnpm, of which nothing is run before its archive has the hash that stands here: a registry, or whoever stands in between,
// could give a new clone another program otherwise. What pnpm installs then has its hashes in pnpm-lock.yaml.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Failure } from './progress.mjs';

/**
 * pnpm 12 is a native program; the package `pnpm` itself, whose hash package.json has for Corepack, only finds it. For platforms
 * whose program is not named here there is the newest release that is JavaScript alone and runs on Node.js 20: it reads the
 * same lock file. To change the version: `npm view @pnpm/exe.linux-x64@12.21.0 dist.integrity`, and so on.
 */
export const archives = {
  'linux-x64': {
    name: '@pnpm/exe.linux-x64@12.21.0',
    integrity:
      'sha512-8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==',
    program: 'pnpm',
  },
  'linux-arm64': {
    name: '@pnpm/exe.linux-arm64@12.21.0',
    integrity:
      'sha512-4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==',
    program: 'pnpm',
  },
  others: {
    name: 'pnpm@10.34.8',
    integrity:
      'sha512-9ieo6XE0Ov5J39D2PQKCNCAd+oMdXLWIcz4eX42ya/FpiaMhYatcG02zsf28NzFgYGtbieAC323RmoWt+R/FqA==',
    program: 'bin/pnpm.cjs',
  },
};

/** Gives `work` the words with which pnpm's command line begins. `env` is npm's. */
export async function withPnpm(env, work, archive = archives[platform()] ?? archives.others) {
  const folder = mkdtempSync(join(tmpdir(), 'bunting-pnpm-'));
  try {
    unpack(fetchArchive(archive, folder, env), folder);
    const program = join(folder, 'package', archive.program);
    return await work(program.endsWith('.cjs') ? [process.execPath, program] : [program]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The native programs are for glibc. */
function platform() {
  const { glibcVersionRuntime } = process.report.getReport().header;
  return glibcVersionRuntime === undefined ? 'others' : `${process.platform}-${process.arch}`;
}

/** By npm, which knows the registry of this machine, and what it fetched before. */
function fetchArchive({ name, integrity }, folder, env) {
  const args = ['pack', name, '--json', '--ignore-scripts', '--pack-destination', folder];
  const { status, stdout, stderr } = spawnSync('npm', args, { cwd: folder, env, encoding: 'utf8' });
  if (status !== 0) {
    throw Object.assign(
      new Failure(
        `${name} could not be fetched: see above, and check that this machine reaches the npm registry.`,
      ),
      { output: stderr, isOfNetwork: true },
    );
  }
  const path = join(folder, JSON.parse(stdout)[0].filename.replace(/^@/, '').replace('/', '-'));
  const found = `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
  if (found === integrity) return path;
  const message =
    `What the registry gives as ${name} is not what this release of Bunting names, and nothing of it was run: its hash is\n` +
    `${found}, not\n${integrity}.`;
  throw Object.assign(new Failure(message), { output: '' });
}

function unpack(archive, folder) {
  const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder], { encoding: 'utf8' });
  if (status !== 0) throw Object.assign(new Failure(`${archive} could not be unpacked.`), { output: stderr });
}

// Downloads pnpm and checks its archive against the hash below before it runs. Otherwise a registry, or an attacker between
// it and this machine, could give a new clone another program. The packages that pnpm installs have their hashes in
// pnpm-lock.yaml.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fetchArchive, unpack } from './archive.mjs';

/**
 * pnpm 12 is a native program; the package `pnpm` itself, whose hash package.json has for Corepack, only starts it.
 * Platforms without a program below use the newest release that is plain JavaScript and runs on Node.js 20; it reads the
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

/** Calls `work` with the first words of pnpm's command line. `env` is the environment of npm. */
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

/** Returns the platform. The native programs are for glibc. */
function platform() {
  const { glibcVersionRuntime } = process.report.getReport().header;
  return glibcVersionRuntime === undefined ? 'others' : `${process.platform}-${process.arch}`;
}

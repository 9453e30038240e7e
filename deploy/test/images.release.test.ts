import { spawnSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { describeWith, findProgram, type Requirement } from '@bunting/testing/requirements';
import { runProgram } from './running.ts';

describeWith(builders(), 'npm run images', () => {
  it('builds images below their sizes that migrate, start read-only, work, and keep the contract', async () => {
    const args = ['deploy/images/main.mjs', '--stand-ins', '--tag', 'test'];
    const { code, output } = await runProgram(process.execPath, args, process.env as Record<string, string>);
    expect(code === 0 ? '' : output).toBe('');
  }, 900_000);
});

/** Needs root with the right to mount, and Debian's tools. If the kernel refuses, installing packages does not help. */
function builders(): Requirement<true> {
  const mayMount = spawnSync('unshare', ['--mount', 'true'], { stdio: 'ignore' }).status === 0;
  if (process.getuid?.() !== 0 || !mayMount) {
    return { name: 'right to mount here', found: undefined, isOptionalBecause: 'containers have it seldom' };
  }
  const missing = ['buildah', 'debootstrap'].filter((name) => findProgram(name) === undefined);
  const found = missing.length === 0 ? true : undefined;
  return { name: `buildah and debootstrap here (apt-get install ${missing.join(' ')})`, found };
}

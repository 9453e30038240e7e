import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { describeWith, findProgram, type Requirement } from '@bunting/testing/requirements';
import { services } from '../../local/src/services.ts';
import { readText } from './compose-file.ts';
import { runProgram } from './running.ts';

const instructions = readText('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter(Boolean);

describe('Dockerfile', () => {
  it('has a target for each service, and one that migrates', () => {
    const targets = instructions.flatMap((line) => /^FROM runtime AS (\S+)$/.exec(line)?.[1] ?? []);
    expect(targets.toSorted()).toEqual([...services.map(({ name }) => name), 'migrate'].toSorted());
  });

  it('runs Node.js as process 1, as an unprivileged user, with a health check', () => {
    expect(instructions).toContain('USER 1000:1000');
    expect(instructions).toContain('ENTRYPOINT ["node"]');
    expect(instructions.filter((line) => /^(ENTRYPOINT|CMD)/.test(line) && !line.includes('["'))).toEqual([]);
    expect(instructions.some((line) => /^HEALTHCHECK .*\/readyz/.test(line))).toBe(true);
    const after = instructions.slice(instructions.indexOf('USER 1000:1000'));
    expect(after.filter((line) => /^(USER|RUN)/.test(line))).toHaveLength(1);
  });

  it('uses only what both Docker and buildah support', () => {
    expect(readText('Dockerfile')).not.toMatch(/^# *syntax=|--mount=|<<\w|--link|--chmod/m);
  });

  it('copies no secrets, no history, and nothing that was built elsewhere', () => {
    const ignored = readText('.dockerignore').split('\n').filter(Boolean);
    expect(ignored.find((line) => !line.startsWith('#'))).toBe('**'); // what is not named stays out
    expect(ignored).toEqual(expect.arrayContaining(['**/node_modules', '**/dist', '**/.data']));
    expect(ignored.filter((line) => /^!.*(\.env|\.git|\.data)/.test(line))).toEqual([]);
  });
});

describeWith(builders(), 'npm run images', () => {
  it('builds images below 250 MB that migrate, start read-only, and work', async () => {
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

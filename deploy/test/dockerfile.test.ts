import { describe, expect, it } from '@jest/globals';
import { services } from '../../local/src/services.ts';
import { readText } from './compose-file.ts';

const instructions = readText('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter(Boolean);

describe('Dockerfile', () => {
  it('has a target for each service, one that migrates, and one with everything, as docker-bake.hcl has', () => {
    const targets = instructions.flatMap((line) => /^FROM runtime AS (\S+)$/.exec(line)?.[1] ?? []);
    const names = services.map(({ name }) => name);
    expect(targets.toSorted()).toEqual([...names, 'migrate', 'bunting'].toSorted());
    const [, baked] = /target = \[([^\]]*)\]/.exec(readText('docker-bake.hcl'))!;
    expect(baked!.match(/[a-z-]+/g)!.toSorted()).toEqual(targets.toSorted());
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

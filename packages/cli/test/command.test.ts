import { describe, expect, it } from '@jest/globals';
import { tmpdir } from 'node:os';
import { commands, getOptions, type CommandName } from '../src/command/options.ts';
import { cleanEnvironment } from './temporary-repository.ts';
import { runBunting } from './run-bunting.ts';

const somewhere = { folder: tmpdir(), env: cleanEnvironment(tmpdir()) };
const bunting = (...args: string[]) => runBunting(somewhere, args);

describe('bunting', () => {
  it('prints its version', async () => {
    expect(await bunting('--version')).toEqual({ code: 0, stdout: '1.2.3\n', stderr: '' });
  });

  it.each([[['--help']], [['help']], [['refs', '--help']]])('prints its help: %j', async (args) => {
    const { code, stdout } = await bunting(...args);
    expect(code).toBe(0);
    expect(stdout).toContain('bunting refs push');
    expect(stdout).toContain('bunting types');
    expect(stdout).toContain('Exit codes:\n  0  success\n  1  the check failed\n  2  ');
  });

  it.each(Object.keys(commands) as CommandName[])('explains every option of %s', async (name) => {
    const { code, stdout } = await bunting(...commands[name].words.split(' ').slice(1), '--help');
    expect(code).toBe(0);
    for (const option of Object.keys(getOptions(name))) expect(stdout).toContain(`--${option}`);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });

  it.each([
    [[]],
    [['refs']],
    [['refs', 'pull']],
    [['refs', 'types']],
    [['flags', 'push']],
    [['refs', 'scan', '--formt', 'json']],
  ])('ends with 2 for %j', async (args) => {
    expect((await bunting(...args)).code).toBe(2);
  });
});

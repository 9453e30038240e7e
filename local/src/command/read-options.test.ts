import { describe, expect, it } from '@jest/globals';
import { nameOptions, readOptions } from './read-options.ts';

const read = (args: readonly string[], env: Record<string, string> = {}) =>
  readOptions(args, { env, folder: '/work', home: '/home/jo', platform: 'linux' });
const messageOf = (...args: string[]) => {
  try {
    read(args);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
};

describe('a failure of the start', () => {
  it.each([
    [
      'Port 8080 is taken: stop the other process, or set PORT to another port.',
      'set --port or PORT to another port.',
    ],
    ["192.0.2.1 isn't an address of this machine: change HOST.", 'change --host or HOST.'],
    ["Can't read BOOTSTRAP_FILE (ENOENT)", "Can't read --document or BOOTSTRAP_FILE (ENOENT)"],
    ["Can't write to DATA_DIR (EACCES)", "Can't write to --data or DATA_DIR (EACCES)"],
    ['set EVAL_API_PORT to another port', 'set EVAL_API_PORT to another port'],
  ])('names the option of each variable that has one: %s', (message, expected) => {
    expect(nameOptions(message)).toContain(expected);
  });
});

describe('bunting', () => {
  it.each([['--help'], ['-h'], ['--port', '9000', '--help']])('prints its help with %s', (...args) => {
    expect(read(args)).toEqual({ kind: 'help' });
  });

  it.each([['--version'], ['-v']])('prints its version with %s', (arg) => {
    expect(read([arg])).toEqual({ kind: 'version' });
  });

  it('keeps its data in the home directory, whatever the current folder is', () => {
    expect(read([])).toEqual({ kind: 'start', env: { DATA_DIR: '/home/jo/.bunting' } });
    expect(read(['start'])).toEqual(read([]));
  });

  it('makes variables of its options, and paths begin at the current folder', () => {
    const args = ['--port=9000', '--host', '0.0.0.0', '--data', 'flags', '--document', 'shop.yaml'];
    expect(read(args)).toEqual({
      kind: 'start',
      env: { PORT: '9000', HOST: '0.0.0.0', DATA_DIR: '/work/flags', BOOTSTRAP_FILE: '/work/shop.yaml' },
    });
  });

  it('takes variables of the environment, over which options take precedence', () => {
    const env = { PORT: '7000', DATA_DIR: 'data', BOOTSTRAP_FILE: 'shop.yaml', LOG_LEVEL: 'info' };
    expect(read(['--port', '9000'], env)).toEqual({
      kind: 'start',
      env: { ...env, PORT: '9000', DATA_DIR: '/work/data', BOOTSTRAP_FILE: '/work/shop.yaml' },
    });
  });

  it('starts without a document with --empty, or with an empty variable', () => {
    const started = { kind: 'start', env: { DATA_DIR: '/home/jo/.bunting', BOOTSTRAP_FILE: '' } };
    expect(read(['--empty'])).toEqual(started);
    expect(read([], { BOOTSTRAP_FILE: '' })).toEqual(started);
  });

  it.each([
    [['--prot', '9000'], "Unknown option '--prot': run bunting --help."],
    [['--port'], "Option '--port <value>' argument missing: run bunting --help."],
    [['stop'], 'There is no command "stop": run bunting --help.'],
    [['start', 'now'], '"now" is one argument too many: run bunting --help.'],
    [['refs', 'push'], '"refs" is a command of another package: run npx @bunting/cli refs.'],
    [['--empty', '--document', 'a.yaml'], '--empty and --document exclude each other: choose one.'],
  ])('refuses %j', (args, message) => {
    expect(messageOf(...args)).toBe(message);
  });

  it('says on Windows that it runs in WSL', () => {
    const context = { env: {}, folder: 'C:\\', home: 'C:\\jo', platform: 'win32' };
    expect(() => readOptions([], context)).toThrow('On Windows, Bunting runs in WSL: run wsl --install,');
    expect(readOptions(['--help'], context)).toEqual({ kind: 'help' });
  });
});

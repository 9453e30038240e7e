import { afterEach, describe, expect, it } from '@jest/globals';
import { readOptions } from './read-options.ts';

const key = 'c1a55e00-0000-4000-8000-0000000000a1';
const names = ['BUNTING_URL', 'BUNTING_KEY'];
const setEnv = (values: readonly (string | undefined)[]) => {
  // oxlint-disable-next-line node/no-process-env -- what is tested
  const { env } = process;
  for (const [index, name] of names.entries()) {
    if (values[index] === undefined) delete env[name];
    else env[name] = values[index];
  }
};
afterEach(() => setEnv([]));

describe('options', () => {
  it('have defaults', () => {
    expect(readOptions({ url: 'http://localhost:8080/', key })).toMatchObject({
      url: 'http://localhost:8080',
      key,
      timeoutMs: 1_000,
      exposures: 'off',
      fetch,
    });
  });

  it('come from the environment', () => {
    setEnv(['https://flags.example/bunting/', key]);
    expect(readOptions({})).toMatchObject({ url: 'https://flags.example/bunting', key });
  });

  it('that are wrong are all listed', () => {
    const wrong = {
      url: 'flags.example',
      key: 'secret',
      timeoutMs: 0,
      exposures: 'some',
      onError: 'log',
      fetch: 'mine',
    } as unknown as Parameters<typeof readOptions>[0];
    expect(() => readOptions(wrong, ['"file" must be a path.'])).toThrow(
      new TypeError(
        [
          "Bunting can't start:",
          '"url" (or BUNTING_URL) must be an http or https address.',
          '"key" (or BUNTING_KEY) must be an environment key, a UUID.',
          '"timeoutMs" must be a number from 1 to 60000.',
          '"exposures" must be "split", "all" or "off".',
          '"onError" must be a function.',
          '"fetch" must be a function.',
          '"file" must be a path.',
        ].join('\n'),
      ),
    );
  });

  it.each(['', 'ftp://x', 'http://x/?a=1', 'http://x/#a', 7])('have no url %j', (url) => {
    expect(() => readOptions({ url: url as string, key })).toThrow('"url"');
  });
});

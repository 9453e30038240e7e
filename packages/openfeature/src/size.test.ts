import { expect, it } from '@jest/globals';

const { measureGzipSize } = (await import(
  new URL('../../../tools/bundle-sdk.mjs', import.meta.url).href
)) as {
  measureGzipSize: (folder: string, entry?: string) => Promise<number>;
};

it.each(['./web', './server'])(
  '%s, minified and compressed, has at most 1,510 bytes, without the client that it stands on',
  async (entry) => {
    expect(await measureGzipSize('packages/openfeature', entry)).toBeLessThanOrEqual(1_510);
  },
);

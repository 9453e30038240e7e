import { expect, it } from '@jest/globals';

const { gzipSizeOf } = (await import(new URL('../../../tools/bundle-sdk.mjs', import.meta.url).href)) as {
  gzipSizeOf: (folder: string, entry?: string) => Promise<number>;
};

it.each(['./web', './server'])(
  '%s, minified and compressed, has at most 1,510 bytes, without the client that it stands on',
  async (entry) => {
    expect(await gzipSizeOf('packages/openfeature', entry)).toBeLessThanOrEqual(1_510);
  },
);

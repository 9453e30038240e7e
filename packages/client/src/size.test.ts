import { expect, it } from '@jest/globals';

const { gzipSizeOf } = (await import(new URL('../../../tools/bundle-sdk.mjs', import.meta.url).href)) as {
  gzipSizeOf: (folder: string, entry?: string) => Promise<number>;
};

it('everything, minified and compressed, has at most 6,500 bytes', async () => {
  expect(await gzipSizeOf('packages/client')).toBeLessThanOrEqual(6_500);
});

import { expect, it } from '@jest/globals';

const { measureGzipSize } = (await import(
  new URL('../../../tools/bundle-sdk.mjs', import.meta.url).href
)) as {
  measureGzipSize: (folder: string) => Promise<number>;
};

it('everything above the client and React, minified and compressed, has at most 1,200 bytes', async () => {
  expect(await measureGzipSize('packages/react')).toBeLessThanOrEqual(1_200);
});

import { expect, it } from '@jest/globals';

const { measureGzipSize } = (await import(
  new URL('../../../tools/bundle-sdk.mjs', import.meta.url).href
)) as {
  measureGzipSize: (folder: string, entry?: string) => Promise<number>;
};

it('everything, minified and compressed, has at most 6,500 bytes', async () => {
  expect(await measureGzipSize('packages/client')).toBeLessThanOrEqual(6_500);
});

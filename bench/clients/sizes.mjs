// The bytes that a page gets of each package: all of it, bundled and minified by the same esbuild with the same options, then compressed by gzip. What
// stands on another package (a hook, a provider) is measured without that one.
import { existsSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { measureGzipSize } from '../../tools/bundle-sdk.mjs';

const root = new URL('../../', import.meta.url);
const ours = [
  { figure: 'client_gzip', folder: 'packages/client', entry: '.' },
  { figure: 'react_gzip', folder: 'packages/react', entry: '.' },
  { figure: 'openfeature_gzip', folder: 'packages/openfeature', entry: './web' },
];
const peers = ['unleash-proxy-client', 'launchdarkly-js-client-sdk', '@growthbook/growthbook', 'flagsmith'];

export async function measure() {
  console.log('\nBytes of a package in a page, minified, gzip');
  const print = (name, bytes) =>
    console.log(`  ${name.padEnd(34)}${(bytes / 1000).toFixed(1).padStart(8)} kB`);
  const figures = [];
  for (const { figure, folder, entry } of ours) {
    if (!existsSync(new URL(`${folder}/package.json`, root))) continue;
    const bytes = await measureGzipSize(folder, entry);
    print(folder.replace('packages/', '@bunting/') + entry.slice(1), bytes);
    figures.push({ name: figure, value: bytes / 1000, unit: 'kB', digits: 2 });
  }
  const sizes = [];
  for (const name of peers) {
    sizes.push(await gzipSizeOfPeer(name));
    print(name, sizes.at(-1));
  }
  const [{ value: client }] = figures;
  const smallest = Math.min(...sizes) / 1000;
  return [
    ...figures,
    { name: 'client_vs_smallest_peer', value: client / smallest, unit: 'ratio', digits: 2 },
  ];
}

/** Measures as `measureGzipSize`, but for browsers: peers have separate files for these. */
async function gzipSizeOfPeer(name) {
  const { outputFiles } = await build({
    stdin: {
      contents: `import * as all from '${name}'; export { all };`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    target: 'es2022',
    platform: 'browser',
    format: 'esm',
    minify: true,
    write: false,
    legalComments: 'none',
    logLevel: 'error',
  });
  return gzipSync(outputFiles[0].contents, { level: 9 }).length;
}

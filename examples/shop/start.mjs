// Bundles the shop, once for its server and once for pages, and opens it.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const options = {
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  define: { 'process.env.NODE_ENV': '"production"' },
  logLevel: 'warning',
};
await Promise.all([
  build({ ...options, entryPoints: ['src/page.tsx', 'src/shop.css'], minify: true }),
  build({ ...options, entryPoints: ['src/main.ts'], platform: 'node', packages: 'external' }),
]);
await import(new URL('dist/main.js', import.meta.url).href);

// Builds web/ into dist/web, with every file compressed beside it. local/prepare.mjs runs it when something has changed.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

// Tests run with another one, which would build React's checks in.
process.env.NODE_ENV = 'production';

const room = fileURLToPath(new URL('..', import.meta.url));
await build({ root: `${room}/web`, configFile: `${room}/vite.config.ts`, logLevel: 'warn' });

const folder = `${room}/dist/web/assets/`;
for (const name of readdirSync(folder)) {
  if (name.endsWith('.woff2')) continue; // compressed already
  const bytes = readFileSync(folder + name);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
  };
  writeFileSync(`${folder}${name}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${folder}${name}.gz`, gzipSync(bytes, { level: 9 }));
}

// Builds the site into the console, with every file compressed beside it. local/prepare.mjs runs it when something has changed.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vitepress';

process.env.NODE_ENV = 'production';
const target = fileURLToPath(new URL('../../services/console/dist/docs', import.meta.url));
// Until the build has finished, a console that starts reads the previous site.
const folder = `${target}-${process.pid}`;
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
await build(fileURLToPath(new URL('..', import.meta.url)), { outDir: folder });

// Only the script of the 404 page reads it, and it knows no page that the server doesn't serve.
rmSync(`${folder}/hashmap.json`);
const hashes = new Set();
for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  const path = `${folder}/${name}`;
  if (/\.(?:png|woff2)$/.test(name) || statSync(path).isDirectory()) continue; // compressed already
  const bytes = readFileSync(path);
  if (name.endsWith('.html')) for (const hash of hashInlineScripts(bytes.toString())) hashes.add(hash);
  // 11, the best quality, takes five times as long and saves a twentieth.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
}
// The console puts the hashes into the content security policy of the pages.
writeFileSync(`${folder}/inline-scripts.json`, JSON.stringify([...hashes]));
rmSync(target, { recursive: true, force: true });
renameSync(folder, target);

function hashInlineScripts(page) {
  const scripts = page.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g);
  return [...scripts].map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

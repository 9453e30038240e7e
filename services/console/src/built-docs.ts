import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { StartError } from '@bunting/service';
import type { BuiltFile } from './built-files.ts';

/** A file of the documentation. */
export interface BuiltDoc extends BuiltFile {
  readonly etag: string;
}

export interface BuiltDocs {
  /** By their paths below `/docs/`: a page has no extension, and that of a folder ends in a slash or is empty. */
  readonly files: ReadonlyMap<string, BuiltDoc>;
  readonly notFound: BuiltDoc;
  /** The hashes of all inline scripts, as a policy names them. */
  readonly scriptHashes: readonly string[];
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/** Reads the built documentation once. `base` is the path of PUBLIC_URL. Throws a StartError if nothing is built. */
export function readBuiltDocs(folder: URL, base = ''): BuiltDocs {
  if (!existsSync(new URL('index.html', folder)))
    throw new StartError('The documentation is not built: run npm run build.');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const known = names.filter((name) => extname(name) in types);
  const files = new Map(known.map((name) => [getPath(name), readDoc(folder, name, base)]));
  const scriptHashes = JSON.parse(readFileSync(new URL('inline-scripts.json', folder), 'utf8')) as string[];
  const notFound = files.get('404')!;
  files.delete('404');
  return { files, notFound, scriptHashes };
}

/** Returns `reference/contract` for `reference/contract.html`, and `adr/` for `adr/index.html`. */
const getPath = (name: string) => name.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '');

function readDoc(folder: URL, name: string, base: string): BuiltDoc {
  const type = types[extname(name)]!;
  const read = (suffix: string) => readFileSync(new URL(`${name}${suffix}`, folder));
  if (!existsSync(new URL(`${name}.gz`, folder))) {
    const plain = read('');
    return { type, plain, etag: getEtag(plain) };
  }
  // The compressed files have the addresses without the base.
  const isMoved = base !== '' && /^\.(?:html|js|css|txt)$/.test(extname(name));
  const gzip = isMoved ? gzipSync(moveBelow(read('').toString(), base)) : read('.gz');
  const br = isMoved ? undefined : read('.br');
  return {
    type,
    etag: getEtag(gzip),
    br,
    gzip,
    // Few clients ask for it, and that of all files takes 13 MB.
    get plain() {
      return gunzipSync(gzip);
    },
  };
}

const getEtag = (bytes: Buffer) => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

/** Puts the path of PUBLIC_URL in front of every address of the site. */
const moveBelow = (text: string, base: string) => text.replaceAll(/(?<=["'`(])\/docs\//g, `${base}/docs/`);

import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { StartError } from '@bunting/service';

/** A file as the build made it, in all its encodings. */
export interface BuiltFile {
  readonly type: string;
  readonly plain: Buffer;
  /** Absent = it is compressed already. */
  readonly br?: Buffer | undefined;
  readonly gzip?: Buffer | undefined;
}

export interface BuiltFiles {
  /** The page, whose links to assets are relative. */
  readonly page: string;
  /** By their names below `/assets/`, which contain a hash of their content. */
  readonly assets: ReadonlyMap<string, BuiltFile>;
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** Reads everything once, so that no request reads a file and no path of a request leads to one. Throws a StartError if nothing is built. */
export function readBuiltFiles(folder: URL): BuiltFiles {
  const pagePath = new URL('index.html', folder);
  if (!existsSync(pagePath)) throw new StartError('The console is not built: run npm run build.');
  const assetFolder = new URL('assets/', folder);
  const names = readdirSync(assetFolder);
  const read = (name: string) =>
    names.includes(name) ? readFileSync(new URL(name, assetFolder)) : undefined;
  const assets = names
    .filter((name) => !/\.(br|gz)$/.test(name))
    .map((name): [string, BuiltFile] => {
      const type = types[name.slice(name.lastIndexOf('.') + 1)];
      if (type === undefined) throw new StartError(`The console has a file of no known type: ${name}.`);
      return [name, { type, plain: read(name)!, br: read(`${name}.br`), gzip: read(`${name}.gz`) }];
    });
  return { page: readFileSync(pagePath, 'utf8'), assets: new Map(assets) };
}

import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';

/** The versions of React that applications have. */
export type ReactVersion = '18' | '19';

/** The scripts of the pages of tests, with one version of React in them, as it is in development: then it complains. */
export interface PageBundle {
  /** For pages. */
  readonly script: string;
  /** The markup that a server sends; `bootstrap` undefined = of fallbacks. */
  readonly renderShop: (bootstrap: object | undefined) => string;
}

const folder = fileURLToPath(new URL('page/', import.meta.url));

export async function bundlePage(version: ReactVersion): Promise<PageBundle> {
  const [script, server] = await Promise.all([
    bundle(version, { entryPoints: ['page.js'], format: 'esm' }),
    bundle(version, { entryPoints: ['server.js'], format: 'cjs', platform: 'node' }),
  ]);
  const loaded = { exports: {} };
  // oxlint-disable-next-line typescript/no-implied-eval -- there is no file of it
  const load = new Function('module', 'require', server) as (module: object, require: NodeJS.Require) => void;
  load(loaded, createRequire(import.meta.url));
  return { script, ...(loaded.exports as Pick<PageBundle, 'renderShop'>) };
}

async function bundle(version: ReactVersion, options: BuildOptions): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    bundle: true,
    write: false,
    target: 'es2022',
    conditions: ['bunting-source'],
    define: { 'process.env.NODE_ENV': '"development"' },
    alias: version === '18' ? { react: 'react-18', 'react-dom': 'react-dom-18' } : {},
    logLevel: 'error',
    ...options,
  });
  return outputFiles![0]!.text;
}

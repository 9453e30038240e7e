import type { RequestListener } from 'node:http';
import { createServiceApp, errors, methodNotAllowed, type ServiceAppOptions } from '@bunting/service';
import { readBuiltDocs } from './built-docs.ts';
import type { BuiltFiles } from './built-files.ts';
import { createSendAsset } from './routes/assets.ts';
import { createSendDocs } from './routes/docs.ts';
import { createSendPage } from './routes/page.ts';

export interface AppOptions extends ServiceAppOptions {
  readonly files: BuiltFiles;
  /** The folder of the built documentation. */
  readonly docsFolder: URL;
  /** The address of the installation. */
  readonly publicUrl: string | undefined;
}

/** The paths of the page: these and everything below them. The gateway, HAProxy and the ingress route the same. */
const pages = ['/o', '/account', '/sign-in', '/sign-up', '/invitations', '/password-resets'];
const pagePaths = ['/', ...pages, ...pages.map((path) => `${path}/*below`)];
const docsPaths = ['/docs', '/docs/{*below}'];

/** The gateway and HAProxy send this page to browsers at addresses that they do not know. */
const notFoundPath = '/not-found';

/** Creates the route table. */
export function createApp(options: AppOptions): RequestListener {
  const { files, docsFolder, publicUrl } = options;
  // The proxy in front strips it.
  const base = publicUrl === undefined ? '' : new URL(publicUrl).pathname.replace(/\/$/, '');
  const docs = readBuiltDocs(docsFolder, base);
  return createServiceApp({
    ...options,
    addRoutes(app) {
      app.get(pagePaths, createSendPage({ files, publicUrl, base }));
      app.all(pagePaths, methodNotAllowed('GET, HEAD'));
      app.get(notFoundPath, createSendPage({ files, publicUrl, base, status: 404 }));
      app.all(notFoundPath, methodNotAllowed('GET, HEAD'));
      app.get(docsPaths, createSendDocs({ docs, publicUrl }));
      app.all(docsPaths, methodNotAllowed('GET, HEAD'));
      app.get('/assets/:name', createSendAsset(options));
      app.all('/assets/:name', methodNotAllowed('GET, HEAD'));
      app.all('/assets{/*below}', () => {
        throw errors.notFound;
      });
    },
  });
}

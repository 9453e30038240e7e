import { createReadiness, runService, serve } from '@bunting/service';
import { createApp } from './app.ts';
import { readBuiltFiles } from './built-files.ts';
import { readConsoleConfig } from './config.ts';

await runService({
  service: 'console',
  env: process.env,
  readConfig: readConsoleConfig,
  async start(context) {
    const files = readBuiltFiles(new URL('./web/', import.meta.url));
    const readiness = createReadiness(() => true);
    const docsFolder = new URL('./docs/', import.meta.url);
    const app = createApp({ ...context, readiness, files, docsFolder, publicUrl: context.config.PUBLIC_URL });
    await serve(context, { app, readiness });
  },
});

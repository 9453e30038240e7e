import { makeTsconfig, type ProjectFiles } from './project.ts';

/** A server of ES modules. */
export const express: ProjectFiles = {
  type: 'module',
  uses: ['node'],
  dependencies: { '@types/node': '20.19.43', express: '5.3.0' },
  files: {
    'tsconfig.json': makeTsconfig({ module: 'nodenext', lib: ['es2022'], types: ['node'] }),
    'check.ts': `import { createServerClient, type ServerClient } from '@acme/node';
const flags: ServerClient = createServerClient();
const enabled: boolean = await flags.value('checkout-enabled', false, { id: 'user-7' });
`,
    'server.js': `import express from 'express';
import { createServerClient } from '@acme/node';
const flags = createServerClient({ url: process.env.BUNTING_URL, key: process.env.BUNTING_KEY });
const app = express();
app.get('/:email', async (request, response) => {
  const user = { id: 'user-1', email: request.params.email };
  response.json({ layout: await flags.value('checkout-layout', 'fallback', user) });
});
const server = app.listen(0, '127.0.0.1', async () => {
  const page = await fetch(\`http://127.0.0.1:\${server.address().port}/jo@acme.example\`);
  console.log(await page.text());
  server.close();
  await flags.close();
});
`,
  },
};

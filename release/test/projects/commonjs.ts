import { makeTsconfig, type ProjectFiles } from './project.ts';

/** Plain CommonJS without a build: a server that uses OpenFeature, and the command of a CI job. */
export const commonjs: ProjectFiles = {
  type: 'commonjs',
  uses: ['client', 'node', 'openfeature', 'cli'],
  dependencies: {
    '@openfeature/core': '1.12.0',
    '@openfeature/server-sdk': '1.23.0',
    '@openfeature/web-sdk': '1.10.0',
  },
  files: {
    'tsconfig.json': makeTsconfig({ module: 'nodenext', lib: ['es2022', 'dom'], skipLibCheck: true }),
    'check.ts': `import { createServerClient } from '@acme/node';
import { createLocalClient } from '@acme/node/local';
import { BuntingServerProvider } from '@acme/openfeature/server';
import { BuntingWebProvider } from '@acme/openfeature/web';
import { createTestClient } from '@acme/client/testing';
const layout: Promise<string> = createServerClient().value('checkout-layout', 'classic', { id: 'user-7' });
new BuntingServerProvider(createLocalClient());
new BuntingWebProvider({ url: '', key: '' });
const steps: number = createTestClient({ steps: 2 }).value('steps', 1);
// @ts-expect-error the value is of another type
const wrong: number = createTestClient({}).value('checkout-layout', 'classic');
`,
    'index.js': `const { OpenFeature } = require('@openfeature/server-sdk');
const { createServerClient } = require('@acme/node');
const { BuntingServerProvider } = require('@acme/openfeature/server');
const flags = createServerClient({ url: process.env.BUNTING_URL, key: process.env.BUNTING_KEY });
async function main() {
  console.log(await flags.value('checkout-layout', 'fallback', { id: 'user-1', email: 'jo@acme.example' }));
  await OpenFeature.setProviderAndWait(new BuntingServerProvider(flags));
  console.log(await OpenFeature.getClient().getStringValue('banner-text', 'fallback', { targetingKey: 'user-1' }));
  await OpenFeature.close();
  await flags.close();
}
main();
`,
  },
};

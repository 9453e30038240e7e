import { makeTsconfig, type ProjectFiles } from './project.ts';

/** Next.js with its App Router: a component of the server, and one that the server renders and the page takes over. */
export const nextjs: ProjectFiles = {
  type: 'module',
  uses: ['client', 'node', 'react'],
  dependencies: {
    '@types/node': '20.19.43',
    '@types/react': '19.3.0',
    next: '16.4.6',
    react: '19.3.1',
    'react-dom': '19.3.1',
    typescript: '5.9.3',
  },
  files: {
    'tsconfig.json': makeTsconfig({
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      lib: ['es2022', 'dom'],
      types: ['node'],
      skipLibCheck: true,
      esModuleInterop: true,
      isolatedModules: true,
      resolveJsonModule: true,
      allowJs: true,
      incremental: true,
      plugins: [{ name: 'next' }],
    }),
    'app/layout.tsx': `import type { ReactNode } from 'react';
export default function Layout({ children }: { children: ReactNode }) {
  return <html><body>{children}</body></html>;
}
`,
    'app/page.tsx': `import { Suspense } from 'react';
import { connection } from 'next/server';
import { createServerClient } from '@acme/node';
import { Banner } from './banner';
const flags = createServerClient();
const user = { id: 'user-1', email: 'jo@acme.example' };
async function Shop() {
  await connection();
  const layout: string = await flags.value('checkout-layout', 'fallback', user);
  const bootstrap = await flags.evaluations(user, { keys: ['banner-text'] });
  return <main><p>{layout}</p><Banner bootstrap={bootstrap} /></main>;
}
export default function Page() {
  return <Suspense><Shop /></Suspense>;
}
`,
    'app/banner.tsx': `'use client';
import { useState } from 'react';
import { createClient, type Evaluations } from '@acme/client';
import { BuntingProvider, useVariable } from '@acme/react';
function Text() {
  return <h1>{useVariable('banner-text', 'fallback')}</h1>;
}
export function Banner({ bootstrap }: { bootstrap: Evaluations }) {
  const [client] = useState(() =>
    createClient({ url: 'http://127.0.0.1:1', key: '5f0c2b52-6a3c-8c11-9d55-0a1b2c3d4e5f', bootstrap, offline: true }),
  );
  return <BuntingProvider client={client}><Text /></BuntingProvider>;
}
`,
  },
};

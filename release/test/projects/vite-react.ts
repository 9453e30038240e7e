import { makeTsconfig, type ProjectFiles } from './project.ts';

/** A page that Vite builds. */
export const viteReact: ProjectFiles = {
  type: 'module',
  uses: ['client', 'react'],
  dependencies: {
    '@types/react': '19.3.0',
    '@types/react-dom': '19.3.0',
    '@vitejs/plugin-react': '6.3.0',
    react: '19.3.1',
    'react-dom': '19.3.1',
    vite: '8.4.0',
  },
  files: {
    'tsconfig.json': makeTsconfig({
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      lib: ['es2022', 'dom'],
      types: ['vite/client'],
      skipLibCheck: true,
    }),
    'vite.config.js': `import react from '@vitejs/plugin-react';
export default { plugins: [react()], logLevel: 'warn' };
`,
    'index.html':
      '<!doctype html><title>Shop</title><div id="root"></div><script type="module" src="/src/main.tsx"></script>\n',
    'src/main.tsx': `import { createRoot } from 'react-dom/client';
import { createClient } from '@acme/client';
import { BuntingProvider, useVariable } from '@acme/react';
const flags = createClient({
  url: import.meta.env['VITE_BUNTING_URL'],
  key: import.meta.env['VITE_BUNTING_KEY'],
  user: { id: 'user-1' },
});
function Banner() {
  const text: string = useVariable('banner-text', 'fallback');
  return <h1>{text}</h1>;
}
createRoot(document.getElementById('root')!).render(
  <BuntingProvider client={flags}>
    <Banner />
  </BuntingProvider>,
);
`,
  },
};

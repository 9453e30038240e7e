import react from '@vitejs/plugin-react';
import { marked } from 'marked';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** The installation to which `npm run console:dev` forwards requests. */
const installation = process.env['BUNTING'] ?? 'http://localhost:8080';

/** Markdown as the tokens of its text: the page makes elements of them, because its policy lets nothing make HTML of a text. */
const markdown: Plugin = {
  name: 'markdown',
  transform(text, id) {
    if (!id.endsWith('.md')) return null;
    const tokens = JSON.stringify(marked.lexer(text), (name, value: unknown) =>
      name === 'raw' ? undefined : value,
    );
    return { code: `export default ${tokens};`, map: null, moduleType: 'js' };
  },
};

export default defineConfig({
  root: new URL('web', import.meta.url).pathname,
  // Relative addresses: the server puts the path of PUBLIC_URL in front of those in the page.
  base: './',
  plugins: [react(), markdown],
  // Sources of our packages, because a build of the console alone builds only what its server imports.
  resolve: { conditions: ['bunting-source', ...defaultClientConditions] },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // The policy of the page allows fonts from this origin alone.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // One sheet of all rooms is two thirds of what theirs are one by one, because they compress better together.
    cssCodeSplit: false,
    reportCompressedSize: false,
    // The first screen takes five requests instead of 28, because a module of a few lines that many pages share is no file of its own.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'] },
            { name: 'shared', minShareCount: 6 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/settings': { target: installation, changeOrigin: true } } },
});

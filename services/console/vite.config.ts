import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run console:dev` finds a running installation. */
const installation = process.env['BUNTING'] ?? 'http://localhost:8080';

export default defineConfig({
  root: new URL('web', import.meta.url).pathname,
  // Relative addresses: the server puts the path of PUBLIC_URL in front of those in the page.
  base: './',
  plugins: [react()],
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
            { name: 'shared', minShareCount: 5 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/settings': { target: installation, changeOrigin: true } } },
});

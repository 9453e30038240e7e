// The site of these pages. build.mjs builds it into the console, which serves it at /docs.
import { transformerStyleToClass } from '@shikijs/transformers';
import { getSlug } from './build/headings.mjs';
import { linkOutside } from './build/links.mjs';
import { escapeBraces } from './build/plain-markdown.mjs';
import { listSections } from './build/pages.mjs';
import { alignByClass, writeStylesheet } from './build/strict-styles.mjs';
import { writePlainText } from './build/plain-text.mjs';
import { release } from './build/repository.mjs';

/** The path of the site. Installations serve it at /docs/; docs.yml publishes it at another path. */
const base = process.env.DOCS_BASE ?? '/docs/';
const isBuild = process.env.NODE_ENV === 'production';
/** Collects the colours of code as classes, because the policy of the server allows no `style` attribute. */
const colours = transformerStyleToClass({ classPrefix: 'c-' });
const sections = listSections();

export default {
  title: 'Bunting',
  description: 'Self-hosted feature flags: evaluation that explains itself, experiments, webhooks.',
  lang: 'en-GB',
  base,
  cacheDir: 'node_modules/.cache',
  rewrites: { 'adr/README.md': 'adr/index.md' },
  cleanUrls: true,
  // It would add a style element, which the policy of the server does not allow.
  appearance: { disableTransition: false },
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}bunting.svg` }],
    ...(isBuild ? [['link', { rel: 'stylesheet', href: `${base}code.css` }]] : []),
  ],
  markdown: {
    html: false,
    linkify: false,
    anchor: { slugify: getSlug },
    codeTransformers: isBuild ? [colours] : [],
    config(md) {
      linkOutside(md, release.repository);
      alignByClass(md);
      escapeBraces(md);
    },
  },
  themeConfig: {
    logo: '/bunting.svg',
    search: { provider: 'local', options: { detailedView: true } },
    nav: sections.filter(({ isCollapsed }) => !isCollapsed).map(({ text, link }) => ({ text, link })),
    // Every page loads it, so it leaves out the Markdown of its items.
    sidebar: sections.map(({ text, items, isCollapsed }) => ({
      text,
      items: items.map((item) => ({ text: item.text, link: item.link })),
      collapsed: isCollapsed,
    })),
    externalLinkIcon: true,
    docFooter: { prev: 'Previous', next: 'Next' },
  },
  vite: {
    build: {
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 4_000,
    },
  },
  // The policy of the server allows no style attributes. style.css has the first rule; a script of the theme sets the other.
  transformHtml: (html) => html.replaceAll(/ style="(?:position:relative|--vp-vh:0px);"/g, ''),
  async buildEnd({ outDir }) {
    await writeStylesheet(outDir, colours.getCSS());
    await writePlainText(outDir, sections, base);
  },
};

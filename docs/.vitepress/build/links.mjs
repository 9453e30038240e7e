import { dirname, join, relative } from 'node:path';
import { findPage } from './readmes.mjs';

/** Changes links to files outside docs/ into links to their page, or to the repository. On GitHub they work as written. */
export function linkOutside(md, repository) {
  md.core.ruler.push('bunting-links', ({ tokens, env }) => {
    const page = `docs/${env.relativePath}`;
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null;
      if (href === null || /^(?:[a-z]+:|#|\/)/.test(href)) continue;
      const [path, anchor] = href.split('#');
      const target = join(dirname(page), path);
      if (target.startsWith('docs/') && target !== 'docs/openapi.json') continue;
      const own = findPage(target);
      const address = own === undefined ? `${repository}/blob/main/${target}` : relative(dirname(page), own);
      token.attrSet('href', `${address}${anchor === undefined ? '' : `#${anchor}`}`);
    }
  });
}

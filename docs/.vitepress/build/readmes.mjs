// READMEs that are also pages of the site. They stay in their folders, because packages are published with them.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { docs } from './repository.mjs';

const names = {
  bunting: 'local/README.md',
  client: 'packages/client/README.md',
  react: 'packages/react/README.md',
  node: 'packages/node/README.md',
  openfeature: 'packages/openfeature/README.md',
  cli: 'packages/cli/README.md',
  'ci-templates': 'ci-templates/README.md',
  bootstrap: 'packages/bootstrap/README.md',
  helm: 'charts/bunting/README.md',
  contract: 'contract/README.md',
};
/** Their paths from the root. */
export const readmes = Object.values(names);

const pages = new Map(Object.entries(names).map(([name, path]) => [path, `docs/packages/${name}.md`]));

/** Returns the page that shows a README or openapi.json, as a path from the root; undefined if there is none. */
export function findPage(path) {
  if (path === 'docs/openapi.json') return 'docs/reference/api/features.md';
  return pages.get(/\.\w+$/.test(path) ? path : join(path, 'README.md'));
}

/** Returns the pages: `{ name, text, link, markdown }`. */
export function listReadmes() {
  return Object.entries(names).map(([name, path]) => {
    const source = readFileSync(`${docs}/../${path}`, 'utf8');
    const [, text] = /^# (.+)$/m.exec(source);
    return { name, text, link: `/packages/${name}`, markdown: moveLinks(source, dirname(path)) };
  });
}

/** Changes the relative links of a README so that they work from docs/packages/. */
function moveLinks(source, folder) {
  return source.replaceAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g, (_, target) => {
    return `](${relative('docs/packages', join(folder, target))}`;
  });
}

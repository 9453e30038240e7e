import { posix } from 'node:path';
import type { Origin } from './npm/published-manifest.ts';

/** Makes relative links of Markdown lead to the files of the release in the repository, because the text is read elsewhere. */
export function makeLinksAbsolute(markdown: string, { folder, version, names }: Origin): string {
  return markdown.replaceAll(/\]\((?![a-z]+:|#)([^)\s]+)\)/g, (_, link: string) => {
    return `](${names.repository}/blob/v${version}/${posix.join(folder, link)})`;
  });
}

// For programs: every page as Markdown beside its HTML, and llms.txt, which lists them (https://llmstxt.org).
import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { docs } from './repository.mjs';

/** Writes the Markdown of every page and llms.txt into the folder of the site. */
export async function writePlainText(outDir, sections, base) {
  const pages = sections.flatMap(({ items }) => items);
  await Promise.all(pages.map((page) => writePage(outDir, page)));
  const lists = sections.map(
    ({ text, items }) =>
      `## ${text}\n\n${items.map((page) => `- [${page.text}](${base}${getFile(page).slice(1)})`).join('\n')}\n`,
  );
  const head = '# Bunting\n\n> Self-hosted feature flags. Every page below is Markdown.\n';
  await writeFile(`${outDir}/llms.txt`, [head, ...lists].join('\n'));
}

const getFile = ({ link }) => `${link.replace(/\/$/, '/index')}.md`;

async function writePage(outDir, page) {
  const path = `${outDir}${getFile(page)}`;
  await mkdir(dirname(path), { recursive: true });
  if (page.markdown !== undefined) await writeFile(path, page.markdown);
  else await copyFile(docs + getFile(page).replace('adr/index', 'adr/README'), path);
}

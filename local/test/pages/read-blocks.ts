import { readFileSync, readdirSync, existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The repository's folder. */
export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** A fenced block of a page. */
export interface Block {
  readonly page: string;
  /** 1-based. */
  readonly line: number;
  /** Empty = an output, or a diagram. */
  readonly language: string;
  readonly code: string;
  /** Names the block in the lists: the page, the language, and which of that language on the page it is. */
  readonly name: string;
}

/** Lists the pages with commands, in the order in which people read them. */
export function listPages(): string[] {
  const inDocs = readdirSync(`${repository}docs`, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md') && !/^(?:adr|node_modules)\//.test(file),
  );
  const packages = readdirSync(`${repository}packages`).map((name) => `packages/${name}/README.md`);
  return [
    'README.md',
    ...inDocs.toSorted().map((file) => `docs/${file}`),
    ...packages.toSorted().filter((path) => existsSync(repository + path)),
    'CONTRIBUTING.md',
    'charts/bunting/README.md',
    'ci-templates/README.md',
    'examples/shop/README.md',
    'fuzz/README.md',
    'k8s/README.md',
    'local/README.md',
  ];
}

/** Reads the blocks of a page in their order. */
export function readBlocks(page: string): Block[] {
  const lines = readFileSync(repository + page, 'utf8').split('\n');
  const blocks: Block[] = [];
  const counts = new Map<string, number>();
  let open: { line: number; language: string; fence: string; code: string[] } | undefined;
  for (const [index, line] of lines.entries()) {
    const [, fence = '', language = ''] = /^\s*(`{3,}|~{3,})\s*([\w-]*)/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== '') open = { line: index + 1, language, fence, code: [] };
    } else if (fence.startsWith(open.fence) && language === '') {
      const count = (counts.get(open.language) ?? 0) + 1;
      counts.set(open.language, count);
      blocks.push({
        page,
        line: open.line,
        language: open.language,
        code: `${open.code.join('\n')}\n`,
        name: `${page} ${open.language || 'text'} ${count}`,
      });
      open = undefined;
    } else open.code.push(line);
  }
  if (open !== undefined) throw new Error(`${page}:${open.line}: the block does not end.`);
  return blocks;
}

// The policy of the server allows no inline styles: these functions keep them out of the pages.
import { writeFile } from 'node:fs/promises';

/** Writes the alignment of table cells as classes. */
export function alignByClass(md) {
  md.core.ruler.push('bunting-alignment', ({ tokens }) => {
    for (const token of tokens) {
      const [, side] = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '') ?? [];
      if (side === undefined) continue;
      token.attrs = token.attrs.filter(([name]) => name !== 'style');
      token.attrJoin('class', `align-${side}`);
    }
  });
}

/** Writes the colours of code. The rules are sorted: pages are rendered in any order, but builds of a release must have the same bytes. */
export function writeStylesheet(outDir, css) {
  const rules = css.split('}').filter((rule) => rule !== '');
  return writeFile(
    `${outDir}/code.css`,
    rules
      .toSorted()
      .map((rule) => `${rule}}`)
      .join(''),
  );
}

import { printable } from '../command/context.ts';
import type { Report } from './report.ts';

/** One reference a line, as compilers and grep write: `file:line: key  code`. */
export function toText({ references }: Report): string {
  return references
    .map(({ file, line, key, status, snippet }) => {
      const remark = status === 'unknown' || status === 'archived' ? ` (${status})` : '';
      return printable(`${file}:${line}: ${key}${remark}${snippet === '' ? '' : `  ${snippet}`}`).replaceAll(
        '\n',
        ' ',
      );
    })
    .map((line) => `${line}\n`)
    .join('');
}

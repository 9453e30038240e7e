import { printable } from '../command/context.ts';
import type { Reference } from '../scan/scan-tree.ts';
import type { KeyChange } from './diff.ts';
import { code } from './markdown.ts';
import { counted } from './report.ts';

const mostPlaces = 5;

/** For a comment. Begins with a marker by which a job finds its own comment again. */
export function diffToMarkdown(changes: readonly KeyChange[]): string {
  const marker = '<!-- bunting refs diff -->';
  if (changes.length === 0)
    return `${marker}\n### Feature flags\n\nThis change adds and removes no references.\n`;
  const lines = [marker, '### Feature flags', '', '| Key | | Added | Removed |', '| --- | --- | --- | --- |'];
  for (const change of changes)
    lines.push(
      `| ${code(change.key)} | ${remarkOf(change)} | ${places(change.added)} | ${places(change.removed)} |`,
    );
  return `${lines.join('\n')}\n`;
}

export function diffToText(changes: readonly KeyChange[]): string {
  return changes
    .flatMap((change) => [
      `${change.key}${remarkOf(change) === '' ? '' : ` (${remarkOf(change).replaceAll('**', '')})`}`,
      ...change.added.map((one) => `  + ${one.file}:${one.line}`),
      ...change.removed.map((one) => `  - ${one.file}:${one.line}`),
    ])
    .map((line) => `${printable(line)}\n`)
    .join('');
}

export function diffToJson(changes: readonly KeyChange[]): string {
  const toPlace = ({ file, line, snippet }: Reference) => ({ file, line_number: line, snippet });
  const document = {
    version: 1,
    keys: changes.map(({ key, status, before, after, added, removed }) => ({
      key,
      status,
      references_before: before,
      references_after: after,
      added: added.map(toPlace),
      removed: removed.map(toPlace),
    })),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function remarkOf({ status, before, after }: KeyChange): string {
  const remarks = [];
  if (before === 0) remarks.push('new here');
  if (after === 0) remarks.push('**no reference left**');
  if (status === 'unknown' && after > 0) remarks.push('**not in the project**');
  if (status === 'archived' && after > 0) remarks.push('**archived**');
  return remarks.join(', ');
}

function places(references: readonly Reference[]): string {
  const shown = references.slice(0, mostPlaces).map(({ file, line }) => code(`${file}:${line}`));
  if (references.length > mostPlaces)
    shown.push(`and ${counted(references.length - mostPlaces, 'more', 'more')}`);
  return shown.join('<br>');
}

import { printable } from '../command/context.ts';
import type { Reference } from '../scan/scan-tree.ts';
import type { KeyChange } from './diff.ts';
import { code } from './markdown.ts';
import { counted } from './report.ts';

const maxOccurrences = 5;

/** Two trees compared, as far as they were looked through. */
export interface Difference {
  readonly changes: readonly KeyChange[];
  /** What was not, of the commit that is compared with and of the working tree. */
  readonly unseen: { readonly before: readonly string[]; readonly after: readonly string[] };
}

export function notesOf({ unseen: { before, after } }: Difference): string[] {
  return [
    ...after.map((what) =>
      before.includes(what)
        ? `Not looked through, before and now: ${what}.`
        : `Not looked through: ${what}; what they hold may count as removed.`,
    ),
    ...before
      .filter((what) => !after.includes(what))
      .map((what) => `Not looked through in the commit before: ${what}; what they held may count as new.`),
  ];
}

/** For a comment. Begins with a marker by which a job finds its own comment again. */
export function diffToMarkdown(difference: Difference): string {
  const { changes } = difference;
  const lines = ['<!-- bunting refs diff -->', '### Feature flags', ''];
  const notes = notesOf(difference);
  if (notes.length > 0) lines.push(...notes.map((note) => `- ${code(note)}`), '');
  if (changes.length === 0)
    lines.push(`This change adds and removes no references${notes.length > 0 ? ' elsewhere' : ''}.`);
  else lines.push('| Key | | Added | Removed |', '| --- | --- | --- | --- |');
  for (const change of changes)
    lines.push(
      `| ${code(change.key)} | ${remarkOf(change)} | ${occurrences(change.added)} | ${occurrences(change.removed)} |`,
    );
  return `${lines.join('\n')}\n`;
}

export function diffToText({ changes }: Difference): string {
  return changes
    .flatMap((change) => [
      `${change.key}${remarkOf(change) === '' ? '' : ` (${remarkOf(change).replaceAll('**', '')})`}`,
      ...change.added.map((one) => `  + ${one.file}:${one.line}`),
      ...change.removed.map((one) => `  - ${one.file}:${one.line}`),
    ])
    .map((line) => `${printable(line)}\n`)
    .join('');
}

export function diffToJson({ changes, unseen }: Difference): string {
  const toOccurrence = ({ file, line, snippet }: Reference) => ({ file, line_number: line, snippet });
  const document = {
    version: 1,
    keys: changes.map(({ key, status, before, after, added, removed }) => ({
      key,
      status,
      references_before: before,
      references_after: after,
      added: added.map(toOccurrence),
      removed: removed.map(toOccurrence),
    })),
    not_looked_through: unseen,
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

function occurrences(references: readonly Reference[]): string {
  const shown = references.slice(0, maxOccurrences).map(({ file, line }) => code(`${file}:${line}`));
  if (references.length > maxOccurrences)
    shown.push(`and ${counted(references.length - maxOccurrences, 'more', 'more')}`);
  return shown.join('<br>');
}

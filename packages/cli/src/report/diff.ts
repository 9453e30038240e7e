import type { Reference } from '../scan/scan-tree.ts';
import { codeSpan } from './formats.ts';
import { printableJson, printableLine } from './printable.ts';
import { groupByKey, formatCount, type KeyStatus } from './report.ts';

/** The references to one key that differ between two trees. */
export interface KeyChange {
  readonly key: string;
  readonly status: KeyStatus;
  readonly added: readonly Reference[];
  readonly removed: readonly Reference[];
  /** The number of references before the change, and after it. */
  readonly before: number;
  readonly after: number;
}

/**
 * Compares references by key, file and code, so that a line that only moved is no change. If a file has several equal lines,
 * their number counts.
 */
export function compare(
  before: readonly Reference[],
  after: readonly Reference[],
  statusOf: (key: string) => KeyStatus,
): KeyChange[] {
  const [groupsBefore, groupsAfter] = [new Map(groupByKey(before)), new Map(groupByKey(after))];
  const keys = [...new Set([...groupsBefore.keys(), ...groupsAfter.keys()])].toSorted();
  return keys.flatMap((key) => {
    const [was, is] = [groupsBefore.get(key) ?? [], groupsAfter.get(key) ?? []];
    const added = without(is, was);
    const removed = without(was, is);
    if (added.length + removed.length === 0) return [];
    return [{ key, status: statusOf(key), added, removed, before: was.length, after: is.length }];
  });
}

function without(references: readonly Reference[], others: readonly Reference[]): Reference[] {
  const left = new Map<string, number>();
  for (const other of others) left.set(identityOf(other), (left.get(identityOf(other)) ?? 0) + 1);
  return references.filter((reference) => {
    const count = left.get(identityOf(reference)) ?? 0;
    if (count > 0) left.set(identityOf(reference), count - 1);
    return count === 0;
  });
}

function identityOf({ file, snippet }: Reference): string {
  return `${file}\0${snippet}`;
}

/** The difference between a commit and the working tree. */
export interface Difference {
  readonly changes: readonly KeyChange[];
  /** Files that were not searched in the commit (before) and in the working tree (after). */
  readonly unsearched: { readonly before: readonly string[]; readonly after: readonly string[] };
}

export function formatNotes({ unsearched: { before, after } }: Difference): string[] {
  return [
    ...after.map((what) =>
      before.includes(what)
        ? `Not searched, before and now: ${what}.`
        : `Not searched: ${what}; their references may be listed as removed.`,
    ),
    ...before
      .filter((what) => !after.includes(what))
      .map((what) => `Not searched in the base commit: ${what}; their references may be listed as added.`),
  ];
}

/** Formats a comment on a pull request. The first line is a marker by which a job finds its comment again. */
export function diffToMarkdown(difference: Difference): string {
  const { changes } = difference;
  const lines = ['<!-- bunting refs diff -->', '### Feature flags', ''];
  const notes = formatNotes(difference);
  if (notes.length > 0) lines.push(...notes.map((note) => `- ${codeSpan(note)}`), '');
  if (changes.length === 0)
    lines.push(`This change adds and removes no references${notes.length > 0 ? ' in the other files' : ''}.`);
  else lines.push('| Key | | Added | Removed |', '| --- | --- | --- | --- |');
  for (const change of changes)
    lines.push(
      `| ${codeSpan(change.key)} | ${remarkOf(change)} | ${occurrences(change.added)} | ${occurrences(change.removed)} |`,
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
    .map((line) => `${printableLine(line)}\n`)
    .join('');
}

export function diffToJson({ changes, unsearched }: Difference): string {
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
    not_looked_through: unsearched,
  };
  return printableJson(document);
}

function remarkOf({ status, before, after }: KeyChange): string {
  const remarks = [];
  if (before === 0) remarks.push('new');
  if (after === 0) remarks.push('**no references left**');
  if (status === 'unknown' && after > 0) remarks.push('**not in the project**');
  if (status === 'archived' && after > 0) remarks.push('**archived**');
  return remarks.join(', ');
}

const maxOccurrences = 5;

function occurrences(references: readonly Reference[]): string {
  const shown = references.slice(0, maxOccurrences).map(({ file, line }) => codeSpan(`${file}:${line}`));
  if (references.length > maxOccurrences)
    shown.push(`and ${formatCount(references.length - maxOccurrences, 'more', 'more')}`);
  return shown.join('<br>');
}

import type { SkipReason } from '../scan/files/skip-reason.ts';
import { printableLine } from './printable.ts';
import { groupByKey, formatCount, formatNumber, type Report } from './report.ts';

const phrases: Readonly<Record<SkipReason, string>> = {
  ignored: 'ignored',
  vendored: 'vendored or generated',
  minified: 'minified',
  binary: 'binary',
  large: 'over 1 MB',
  symlink: 'symbolic links',
  submodule: 'submodules',
  lfs: 'LFS pointers',
  'odd-name': 'with a name that cannot be sent',
  missing: 'missing',
  unreadable: 'unreadable',
  slow: 'too slow to search with the patterns of bunting.yaml',
};

/** Summarises a scan for people, in a few lines. */
export function summarise(report: Report, isVerbose: boolean): string[] {
  const skipped = [...report.skipped].filter(([, files]) => files.length > 0);
  const total = skipped.reduce((sum, [, files]) => sum + files.length, 0);
  const reasons = skipped
    .map(([reason, files]) => `${formatNumber(files.length)} ${phrases[reason]}${examplesOf(reason, files)}`)
    .join(', ');
  const lines = [
    `Scanned ${formatCount(report.scanned, 'file')}: ${formatCount(report.references.length, 'reference')} to ` +
      `${formatCount(groupByKey(report.references).length, 'key')}.`,
  ];
  if (total > 0) lines.push(`Skipped ${formatCount(total, 'file')}: ${reasons}.`);
  if (report.unresolved > 0)
    lines.push(`Couldn't find the key of ${formatCount(report.unresolved, 'call')} to flag clients.`);
  if (isVerbose)
    for (const [reason, files] of skipped)
      lines.push(...files.map((file) => `  skipped (${phrases[reason]}): ${printableLine(file)}`));
  return lines;
}

const maxExamples = 3;

/** Names the files whose names cannot be sent: nobody guesses which they are. */
function examplesOf(reason: SkipReason, files: readonly string[]): string {
  if (reason !== 'odd-name') return '';
  const shown = files.slice(0, maxExamples).map((file) => `"${shortened(file)}"`);
  return ` (${files.length > maxExamples ? 'such as ' : ''}${shown.join(', ')})`;
}

const maxShown = 100;

function shortened(file: string): string {
  const name = printableLine(file);
  return name.length > maxShown ? `${name.slice(0, maxShown)}…` : name;
}

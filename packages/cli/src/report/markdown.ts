import { byKey, counted, type Report } from './report.ts';

/** A table of the keys with their places, for a job summary. */
export function toMarkdown(report: Report): string {
  const keys = byKey(report.references);
  const lines = [
    `### Feature flags: ${counted(keys.length, 'key')} in ${counted(report.references.length, 'place')}`,
    '',
  ];
  if (keys.length > 0) lines.push('| Key | Status | References |', '| --- | --- | --- |');
  for (const [key, group] of keys) {
    const occurrences = group.map(({ file, line }) => code(`${file}:${line}`)).join('<br>');
    lines.push(`| ${code(key)} | ${group[0]?.status} | ${occurrences} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** A code span: nothing in it is a link, a mention, a tag or the end of a cell. */
export function code(text: string): string {
  const flat = text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`);
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${flat}${fence}` : `${fence} ${flat} ${fence}`;
}

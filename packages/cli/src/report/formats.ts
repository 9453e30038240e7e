import { printableJson, printableLine } from './printable.ts';
import { groupByKey, formatCount, type Report } from './report.ts';

/** Formats one reference per line, as compilers and grep print them: `file:line: key  code`. */
export function toText({ references }: Report): string {
  return references
    .map(({ file, line, key, status, snippet }) => {
      const remark = status === 'unknown' || status === 'archived' ? ` (${status})` : '';
      return printableLine(`${file}:${line}: ${key}${remark}${snippet === '' ? '' : `  ${snippet}`}`);
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** Formats a report for scripts: names and meanings of members do not change within a major version. */
export function toJson(report: Report): string {
  const document = {
    version: 1,
    project: report.project ?? null,
    references: report.references.map(
      ({ key, file, line, snippet, way, client, status, isComment, project }) => ({
        key,
        file,
        line_number: line,
        snippet,
        found_by: way,
        client: client ?? null,
        status,
        comment: isComment,
        ...(project === undefined ? {} : { project }),
      }),
    ),
    keys: groupByKey(report.references).map(([key, group]) => ({
      key,
      status: group[0]?.status ?? 'unchecked',
      references: group.length,
    })),
    files: {
      scanned: report.scanned,
      skipped: Object.fromEntries([...report.skipped].map(([reason, files]) => [reason, files.length])),
    },
    unresolved_constants: report.unresolved,
  };
  return printableJson(document);
}

const csvHeader = ['key', 'status', 'file', 'line_number', 'found_by', 'client', 'comment', 'snippet'];

/** Formats CSV (RFC 4180). */
export function toCsv({ references }: Report): string {
  const rows = references.map(({ key, status, file, line, way, client, isComment, snippet }) => [
    key,
    status,
    file,
    String(line),
    way,
    client ?? '',
    String(isComment),
    snippet,
  ]);
  return [csvHeader, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Formats a cell. An apostrophe in front keeps spreadsheets from running it as a formula. */
export function csvCell(text: string): string {
  const visible = printableLine(text);
  const safe = /^[=+\-@]/.test(visible) ? `'${visible}` : visible;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Formats a table of keys and their references, for the summary of a CI job. */
export function toMarkdown(report: Report): string {
  const keys = groupByKey(report.references);
  const lines = [
    `### Feature flags: ${formatCount(keys.length, 'key')} in ${formatCount(report.references.length, 'place')}`,
    '',
  ];
  if (keys.length > 0) lines.push('| Key | Status | References |', '| --- | --- | --- |');
  for (const [key, group] of keys) {
    const occurrences = group.map(({ file, line }) => codeSpan(`${file}:${line}`)).join('<br>');
    lines.push(`| ${codeSpan(key)} | ${group[0]?.status} | ${occurrences} |`);
  }
  return `${lines.join('\n')}\n`;
}

/**
 * Formats a code span, in which Markdown sees no links, mentions, tags and ends of cells. A pipe after a backslash cannot be
 * escaped in a cell: the two backslashes would count as one escaped backslash, and the pipe would end the cell.
 */
export function codeSpan(text: string): string {
  const flat = printableLine(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(\\*)\|/g, (_, slashes: string) => (slashes === '' ? String.raw`\|` : `${slashes}\\u007c`));
  const longest = Math.max(0, ...(flat.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest === 0 ? `${fence}${flat}${fence}` : `${fence} ${flat} ${fence}`;
}

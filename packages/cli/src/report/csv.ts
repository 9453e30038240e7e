import type { Report } from './report.ts';

const header = ['key', 'status', 'file', 'line_number', 'found_by', 'client', 'comment', 'snippet'];

/** RFC 4180. Cells that a spreadsheet would take for a formula get an apostrophe in front. */
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
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

import { setImmediate as turn } from 'node:timers/promises';
import type { Role } from '@bunting/changes/organisations';
import type { AuditPage } from './queries.ts';
import { toRecord } from './representation.ts';

type Shown = ReturnType<typeof toRecord>;

const columns: readonly (readonly [name: string, of: (record: Shown) => string | null])[] = [
  ['at', ({ at }) => at],
  ['actor', ({ actor }) => actor],
  ['source', ({ source }) => source],
  ['action', ({ action }) => action],
  ['subject', ({ subject }) => subject],
  ['project', ({ project }) => project],
  ['environment', ({ environment }) => environment],
  ['feature', ({ feature }) => feature],
  ['changes', ({ changes }) => changes.join('\n')],
  ['comment', ({ comment }) => comment],
  ['change_id', ({ change_id: changeId }) => changeId],
  ['id', ({ id }) => id],
];

/**
 * Formats a cell by RFC 4180. A spreadsheet evaluates text that begins like a formula, and a name or a comment may: such a text gets an
 * apostrophe in front, as OWASP advises.
 */
export function csvCell(text: string | null): string {
  if (text === null) return '';
  const plain = /^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const lineOf = (cells: readonly (string | null)[]) => `${cells.map(csvCell).join(',')}\r\n`;

/**
 * Yields the log as CSV, page by page, so that no more than a page is in memory. `read` returns the page after an id.
 */
export async function* auditCsv(
  read: (before: string | undefined) => Promise<AuditPage>,
  role: Role,
): AsyncGenerator<string> {
  let before: string | undefined;
  let page = await read(before);
  yield lineOf(columns.map(([name]) => name));
  for (;;) {
    let text = '';
    for (const row of page.rows) {
      const record = toRecord(row, role);
      text += lineOf(columns.map(([, of]) => of(record)));
      // The lines of a large record take a moment; other requests have their turn.
      if (text.length > 64 * 1024) {
        yield text;
        text = '';
        await turn();
      }
    }
    if (text !== '') yield text;
    before = page.goesOnAfter ?? page.rows.at(-1)?.id;
    if (before === undefined) return;
    page = await read(before);
    if (page.rows.length === 0 && page.goesOnAfter === undefined) return;
  }
}

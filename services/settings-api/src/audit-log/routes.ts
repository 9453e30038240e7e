import type { IncomingMessage } from 'node:http';
import { isUuid } from '@bunting/definitions/uuid';
import { may } from '../framework/access/authorisation.ts';
import { settingsErrors } from '../framework/errors.ts';
import { encodeCursor, createPageSchema, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { readRoute } from '../framework/route.ts';
import { auditCsv } from './csv.ts';
import { auditParameters, readAuditFilters } from './filters.ts';
import { hasMoreRecords, readAuditLog, readAuditRecord, type AuditRow } from './queries.ts';
import { auditRecordSchema, toRecord } from './representation.ts';

/** So many records a table has at most, which takes a few seconds of work, in slices. */
const maxRecordsOfCsv = 20_000;
const recordsOfCsvPage = 200;
const csvHeaders = {
  'Content-Type': 'text/csv; charset=utf-8; header=present',
  'Content-Disposition': 'attachment; filename="audit-log.csv"',
  Vary: 'Accept',
};

/** Returns whether the client asks for CSV. A browser that opens the address accepts everything and gets JSON. */
function wantsCsv(req: IncomingMessage): boolean {
  return (req.headers.accept ?? '').split(',').some((type) => /^\s*text\/csv\s*(?:;|$)/i.test(type));
}

export const auditLogRoutes = [
  readRoute({
    path: '/organisations/{org}/audit-log',
    summary: 'List audit records, newest first',
    description: `\`environment\`, \`source\`, \`text\` and \`action=targeting.*\` search 20,000 records per page, so a page can have few items or none although more follow. With \`Accept: text/csv\`, returns all records as a table; 400 if there are more than ${maxRecordsOfCsv} records between \`from\` and \`to\`.`,
    query: pageQuery(auditParameters),
    answer: createPageSchema(auditRecordSchema),
    async handle({ organisation, role, query, req }, { pool }) {
      const { limit, cursor, ...parameters } = query;
      const filters = await readAuditFilters(pool, organisation, parameters);
      const seesReceivers = may(role, 'read-receivers');
      if (wantsCsv(req)) {
        if (await hasMoreRecords(pool, organisation, filters, maxRecordsOfCsv)) {
          // A table that ends somewhere would look like all there is.
          const message = `has more than ${maxRecordsOfCsv} records: choose a shorter period`;
          throw settingsErrors.invalid([{ path: 'query.from', message }]);
        }
        const read = (before: string | undefined) =>
          readAuditLog(pool, organisation, { filters, before, limit: recordsOfCsvPage, seesReceivers });
        return { body: { items: [], next_cursor: null }, stream: auditCsv(read, role), headers: csvHeaders };
      }
      const before = readCursor(cursor, isUuid);
      const question = { filters, before, limit: limit + 1, seesReceivers };
      const { rows, isCut, goesOnAfter } = await readAuditLog(pool, organisation, question);
      const keyOf = ({ id }: AuditRow) => id;
      const toItem = (row: AuditRow) => toRecord(row, role);
      const page = toPage(rows, limit, keyOf, toItem, { isCut });
      const next = page.next_cursor ?? (goesOnAfter === undefined ? null : encodeCursor(goesOnAfter));
      return { body: { ...page, next_cursor: next }, headers: { Vary: 'Accept' } };
    },
  }),

  readRoute({
    path: '/organisations/{org}/audit-log/{id}',
    summary: 'Read an audit record',
    answer: auditRecordSchema,
    async handle({ organisation, role, params: { id } }, { pool }) {
      const row = isUuid(id) ? await readAuditRecord(pool, organisation, id) : undefined;
      if (row === undefined) throw settingsErrors.unknown('audit record', id);
      return { body: toRecord(row, role) };
    },
  }),
];

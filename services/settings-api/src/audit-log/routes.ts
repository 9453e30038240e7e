import { isUuid } from '@bunting/definitions/uuid';
import { settingsErrors } from '../framework/errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../framework/http/page.ts';
import { route } from '../framework/route.ts';
import { auditParameters, readAuditFilters } from './filters.ts';
import { readAuditLog, readAuditRecord, type AuditRow } from './queries.ts';
import { auditRecordSchema, toRecord } from './representation.ts';

export const auditLogRoutes = [
  route({
    method: 'GET',
    path: '/organisations/{org}/audit-log',
    action: 'read',
    summary: 'Tell who changed what, before and after, the newest first',
    query: pageQuery(auditParameters),
    status: 200,
    answer: pageOf(auditRecordSchema),
    async handle({ organisation, role, query }, { pool }) {
      const { limit, cursor, ...parameters } = query;
      const filters = await readAuditFilters(pool, organisation, parameters);
      const before = readCursor(cursor, isUuid);
      const { rows, isCut } = await readAuditLog(pool, organisation, filters, before, limit + 1);
      const keyOf = ({ id }: AuditRow) => id;
      const toItem = (row: AuditRow) => toRecord(row, role);
      return { body: toPage(rows, limit, keyOf, toItem, { isCut }) };
    },
  }),

  route({
    method: 'GET',
    path: '/organisations/{org}/audit-log/{id}',
    action: 'read',
    summary: 'Read a record of the audit log, however large it is',
    status: 200,
    answer: auditRecordSchema,
    async handle({ organisation, role, params: { id } }, { pool }) {
      const row = isUuid(id) ? await readAuditRecord(pool, organisation, id) : undefined;
      if (row === undefined) throw settingsErrors.unknown('audit record', id);
      return { body: toRecord(row, role) };
    },
  }),
];

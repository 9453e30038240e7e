import { tellDifferences } from '@bunting/changes';
import { Type } from 'typebox';
import { auditParameters, readAuditFilters } from '../audit/audit-filters.ts';
import { readAuditLog, readAuditRecord } from '../audit/read-audit-log.ts';
import type { AuditRow } from '../audit/read-audit-log.ts';
import { may } from '../authorisation.ts';
import type { Role } from '@bunting/changes';
import { settingsErrors } from '../errors.ts';
import { pageOf, pageQuery, readCursor, toPage } from '../page.ts';
import { route } from '../route.ts';
import { timeSchema } from '../times.ts';
import { isUuid } from '../uuid.ts';
import { withShownAddress } from '../webhooks/shown-address.ts';
import { wordsOf } from '../words-of.ts';

const slugOrGone = Type.Union([Type.String(), Type.Null()], {
  description: 'its slug now; null = it is gone, or this is about none',
});
const idOrNone = Type.Union([Type.String({ format: 'uuid' }), Type.Null()]);

/** More lines than anybody reads are counted. */
const mostLines = 50;

function linesOf(row: AuditRow): string[] {
  if (row.is_shortened) return [];
  const lines = tellDifferences([row]).map(({ text }) => text);
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), `and ${lines.length - mostLines} more`];
}

const auditRecordSchema = Type.Object({
  id: Type.String({ format: 'uuid' }),
  at: timeSchema,
  actor: Type.String({ description: 'e-mail address, `staff` or `bootstrap`' }),
  source: wordsOf(['session', 'api_token', 'staff', 'import', 'bootstrap']),
  action: Type.String({ description: 'noun and verb: `targeting.updated`' }),
  subject: Type.String({ description: 'what it was done to, as it was called then' }),
  changes: Type.Array(Type.String(), {
    description:
      'what differs, line by line: `targeting of checkout in production: rule 2 "Half of Canada": weight of one-page 50 → 60`',
  }),
  project: slugOrGone,
  environment: slugOrGone,
  feature: slugOrGone,
  project_id: idOrNone,
  environment_id: idOrNone,
  feature_id: idOrNone,
  before: Type.Unknown({ description: 'null = it did not exist' }),
  after: Type.Unknown({ description: 'null = it does not exist any more' }),
  is_shortened: Type.Boolean({
    description:
      'true = `before` and `after` are too large for a list (64 KiB together): they are null here and `changes` is empty; read the record itself',
  }),
});

function toRecord(stored: AuditRow, role: Role) {
  const row = may(role, 'read-receivers') ? stored : withShownAddress(stored);
  return { ...row, at: row.at.toISOString(), changes: linesOf(row) };
}

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
      return {
        body: toPage(
          rows,
          limit,
          ({ id }) => id,
          (row) => toRecord(row, role),
          { isCut },
        ),
      };
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

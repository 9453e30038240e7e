import { tellDifferences } from '@bunting/changes';
import { Type } from 'typebox';
import { auditParameters, readAuditFilters } from '../audit/audit-filters.ts';
import { readAuditLog } from '../audit/read-audit-log.ts';
import type { AuditRow } from '../audit/read-audit-log.ts';
import { may } from '../authorisation.ts';
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
});

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
      const rows = await readAuditLog(pool, organisation, filters, readCursor(cursor, isUuid), limit + 1);
      const page = toPage(
        rows,
        limit,
        ({ id }) => id,
        (stored) => {
          const row = may(role, 'read-receivers') ? stored : withShownAddress(stored);
          return { ...row, at: row.at.toISOString(), changes: linesOf(row) };
        },
      );
      return { body: page };
    },
  }),
];

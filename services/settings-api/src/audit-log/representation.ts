import { diffRecords } from '@bunting/history';
import type { Role } from '@bunting/changes/organisations';
import { Type } from '@bunting/definitions/type';
import { may } from '../framework/access/authorisation.ts';
import { stringEnum, timeSchema } from '../framework/schemas.ts';
import { withShownAddress } from '../webhook-endpoints/shown-address.ts';
import { sources } from './filters.ts';
import type { AuditRow } from './queries.ts';

const slugOrNull = Type.Union([Type.String(), Type.Null()], {
  description: 'its current slug; null = it was deleted, or the record is not about a feature',
});
const idOrNull = Type.Union([Type.String({ format: 'uuid' }), Type.Null()]);

/** Further lines are only counted. */
const maxLines = 50;

function linesOf(row: AuditRow): string[] {
  if (row.is_shortened) return [];
  const lines = diffRecords([row]).map(({ text }) => text);
  if (lines.length <= maxLines) return lines;
  return [...lines.slice(0, maxLines), `and ${lines.length - maxLines} more`];
}

export const auditRecordSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    at: timeSchema,
    actor: Type.String({ description: 'an email address, `staff` or `bootstrap`' }),
    source: stringEnum(sources),
    action: Type.String({ description: 'a noun and a verb: `targeting.updated`' }),
    subject: Type.String({ description: 'the changed object, with its name at that time' }),
    changes: Type.Array(Type.String(), {
      description:
        'the differences: `targeting of checkout in production: rule 2 "Half of Canada": weight of one-page 50 → 60`',
    }),
    project: slugOrNull,
    environment: slugOrNull,
    feature: slugOrNull,
    project_id: idOrNull,
    environment_id: idOrNull,
    feature_id: idOrNull,
    change_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
      description: 'the same in all records of one change; null = the record is older than this member',
    }),
    comment: Type.Union([Type.String(), Type.Null()], {
      description: 'the comment of the author; null = none',
    }),
    change_request: Type.Union([Type.Integer(), Type.Null()], {
      description: 'the number of the change request that was applied; null = the change was made directly',
    }),
    comments: Type.Integer({
      description: 'the number of comments, see `GET …/audit-log/{id}/comments`',
    }),
    before: Type.Unknown({ description: 'null = it did not exist' }),
    after: Type.Unknown({ description: 'null = it was deleted' }),
    is_shortened: Type.Boolean({
      description:
        'true = `before` and `after` have more than 64 KiB and are null in lists, and `changes` is empty; read the record instead',
    }),
  },
  { title: 'AuditRecord' },
);

/** Returns the record as a member with the role sees it. */
export function toRecord(stored: AuditRow, role: Role) {
  const row = may(role, 'read-receivers') ? stored : withShownAddress(stored);
  return { ...row, at: row.at.toISOString(), changes: linesOf(row) };
}

import { diffRecords } from '@bunting/history';
import { isUuid } from '@bunting/definitions/uuid';
import { Type } from '@bunting/definitions/type';
import type { EnvironmentDependencies } from '../environments/dependencies.ts';
import { readAuditRecord, type AuditRow } from '../audit-log/queries.ts';
import { answerChangeId, type Changing } from '../framework/change.ts';
import { settingsErrors } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { revertChange } from './revert-change.ts';

export const revertRoutes = [
  changeRoute({
    method: 'POST',
    path: '/organisations/{org}/audit-log/{id}/revert',
    action: 'define',
    summary: 'Revert the change that a record of the audit log is part of',
    description:
      'Each record is merged backwards into what is there now, the last first: what others changed since stays, and where they changed the same the answer is 409 `conflict`, whose details have `base`, `now` and `wanted`. It takes the role that each part of the change would take. ' +
      'Members, tokens, keys, endpoints, organisations, and environments and projects that were made or deleted are 409 `not_revertible`; slugs that others took meanwhile are 409 `taken`. ' +
      'Without `comment` the new records have one: `Reverts <change_id>: …`.',
    body: Type.Object(
      {
        only: Type.Optional(
          Type.Boolean({ description: 'true = this record alone, not the whole change that it is part of' }),
        ),
      },
      { additionalProperties: false },
    ),
    answersChanges: true,
    answer: Type.Object({
      change_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: 'of the new records; null in a dry run, and where nothing was left to revert',
      }),
    }),
    async handle(
      { organisation, role, params: { id }, body },
      { change, pool, userSigningKeys }: Changing & EnvironmentDependencies,
    ) {
      const record = isUuid(id) ? await readAuditRecord(pool, organisation, id) : undefined;
      if (record === undefined) throw settingsErrors.unknown('audit record', id);
      const { only = false } = body;
      return change(
        (transaction) => revertChange(transaction, { organisation, record, only }, { role, userSigningKeys }),
        { comment: commentOf(record), answer: answerChangeId },
      );
    },
  }),
];

const maxCommentLength = 500;

/** Names the change, and says in its own words or in those of the record what it was. */
function commentOf(record: AuditRow): string {
  const [difference] = diffRecords([record]);
  const what = record.comment ?? difference?.text ?? `${record.action} ${record.subject}`;
  const text = `Reverts ${record.change_id ?? record.id}: ${what}`.replaceAll(/\p{Cc}/gu, ' ');
  return text.length <= maxCommentLength ? text : `${text.slice(0, maxCommentLength - 1).toWellFormed()}…`;
}

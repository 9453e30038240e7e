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
    summary: 'Revert a change',
    description:
      'Reverts the records of the change, last first, by merging each backwards into the current state. Later changes are kept; if they changed the same parts, returns 409 `conflict`, with `base`, `now` and `wanted` in the details. You need the role that each part of the change needs. Changes of members, tokens, keys, endpoints and organisations, and created or deleted environments and projects, return 409 `not_revertible`. Slugs that are in use again return 409 `taken`. Without `comment`, the new records get one: `Reverts <change_id>: …`.',
    body: Type.Object(
      {
        only: Type.Optional(
          Type.Boolean({ description: 'true = only this record instead of the whole change' }),
        ),
      },
      { additionalProperties: false },
    ),
    answersChanges: true,
    answer: Type.Object({
      change_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: 'the id of the new change; null in a dry run, and if there is nothing left to revert',
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
        { comment: commentOf(record), revertedAt: record.at, answer: answerChangeId },
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

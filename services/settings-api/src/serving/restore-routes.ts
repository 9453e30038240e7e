import { changeServing } from '@bunting/changes';
import { Type } from '@bunting/definitions/type';
import { answerChangeId, type Changing } from '../framework/change.ts';
import { dryRunAlias } from '../framework/dry-run.ts';
import { settingsErrors } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { requireTime, timeInputSchema } from '../framework/schemas.ts';
import type { RestoreDependencies } from './dependencies.ts';
import { lockServing } from './lock-serving.ts';
import { readServingAt } from './read-serving-at.ts';

export const restoreRoutes = [
  changeRoute({
    method: 'POST',
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/restore',
    action: 'serve',
    summary: 'Serve for a feature in an environment what was served at an earlier time',
    description:
      'Targeting, defaults and overrides, read off the audit log; segments, and what variations mean, stay as they are. 409 `history_incomplete` where records are gone, `conflict` where variations or segments that were served are. `If-Match` is compared with what the environment serves.',
    body: Type.Object(
      {
        at: timeInputSchema,
        dry_run: dryRunAlias,
      },
      { additionalProperties: false },
    ),
    comparesIfMatch: true,
    answersChanges: true,
    answer: Type.Object({
      change_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
        description: '`change_id` of the audit records; null where nothing differed, and in a dry run',
      }),
    }),
    async handle(request, dependencies: Changing & RestoreDependencies) {
      const { organisation, body } = request;
      const { change, auditRetentionMs: keepMs } = dependencies;
      const at = requireTime(body.at, 'at');
      const now = new Date(dependencies.now());
      if (at > now) throw settingsErrors.invalid([{ path: 'at', message: 'must not be in the future' }]);
      return change(
        async (transaction) => {
          const serving = await lockServing(transaction, request);
          const states = await readServingAt(transaction, organisation, serving, { at, now, keepMs });
          await changeServing(transaction, serving.project, [{ ...serving, ...states }]);
        },
        { answer: answerChangeId },
      );
    },
  }),
];

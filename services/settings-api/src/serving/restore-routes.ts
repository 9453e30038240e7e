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
    summary: 'Restore the earlier state of a feature in an environment',
    description:
      'Restores targeting, defaults and overrides from the audit log. Segments and the values of variations do not change. Returns 409 `history_incomplete` if records are missing, and 409 `conflict` if variations or segments of that time are missing. `If-Match` is compared with the current state.',
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
        description: 'the `change_id` of the audit records; null if nothing changed, and in a dry run',
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

import { changeServing, readSegmentIds, type ChangeTransaction } from '@bunting/changes';
import { storedTargeting, type TargetingInput } from '@bunting/definitions';
import { concatProblems, checkTargeting, wellShapedPaths, type Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { requireNoProblems } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { lockServing, readChangedServing, withPublishedVersion, type LockedServing } from './lock-serving.ts';
import { servingSchema } from './representation.ts';
import { wholeTargetingSchema } from './whole-schema.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting';

export const targetingRoutes = [
  changeRoute({
    method: 'PUT',
    path,
    action: 'serve',
    isProposable: true,
    summary: 'Replace the targeting of a feature in an environment',
    body: wholeTargetingSchema,
    validatesItself: true,
    answer: servingSchema,
    hasETag: true,
    async handle(request, { change }) {
      const { environment, body, problems } = request;
      return change(
        async (transaction) => {
          const serving = await lockServing(transaction, request);
          requireNoProblems(await targetingProblems(transaction, serving, body, problems));
          const after = { ...serving.before, targeting: storedTargeting(body) };
          await changeServing(transaction, serving.project, [{ ...serving, after }]);
          return readChangedServing(transaction, serving);
        },
        {
          answer: (made) => ({ body: withPublishedVersion(made, environment) }),
        },
      );
    },
  }),

  changeRoute({
    method: 'PATCH',
    path,
    action: 'serve',
    isProposable: true,
    summary: 'Turn a feature on or off in an environment',
    description:
      'While it is off nothing is served, not even overrides. The rules stay. If there is no targeting, this creates one without rules.',
    body: Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }),
    answer: servingSchema,
    hasETag: true,
    async handle(request, { change }) {
      const { environment, body } = request;
      return change(
        async (transaction) => {
          const serving = await lockServing(transaction, request);
          const targeting = { rules: [], ...serving.before.targeting, enabled: body.enabled };
          const after = { ...serving.before, targeting };
          await changeServing(transaction, serving.project, [{ ...serving, after }]);
          return readChangedServing(transaction, serving);
        },
        {
          answer: (made) => ({ body: withPublishedVersion(made, environment) }),
        },
      );
    },
  }),

  changeRoute({
    method: 'DELETE',
    path,
    action: 'serve',
    isProposable: true,
    summary: 'Remove the targeting of a feature in an environment',
    description: 'Without targeting, the defaults are served.',
    handle: (request, { change }) =>
      change(async (transaction) => {
        const serving = await lockServing(transaction, request);
        const after = { ...serving.before, targeting: null };
        await changeServing(transaction, serving.project, [{ ...serving, after }]);
      }),
  }),
];

/** Problems with the shape of the rules, and with those whose shape is right. */
async function targetingProblems(
  transaction: ChangeTransaction,
  { project, feature }: LockedServing,
  targeting: TargetingInput,
  shapeProblems: readonly Problem[],
): Promise<Iterable<Problem>> {
  const variations = new Set(feature.variations.map(({ slug }) => slug));
  const segments = new Set((await readSegmentIds(transaction, project)).keys());
  const isWellShaped = wellShapedPaths(shapeProblems);
  return concatProblems(shapeProblems, checkTargeting(targeting, '', { variations, segments }, isWellShaped));
}

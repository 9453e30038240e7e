import { changeServing, runChange, readSegmentIds, type ChangeTransaction } from '@bunting/changes';
import { storedTargeting, type TargetingInput } from '@bunting/definitions';
import { bothOf, checkTargeting, wellShapedPaths, type Problem } from '@bunting/definitions/checks';
import { Type } from '@bunting/definitions/type';
import { changeContext } from '../framework/change-context.ts';
import { requireNoProblems } from '../framework/errors.ts';
import { route } from '../framework/route.ts';
import { lockServing, readChangedServing, withPublishedVersion, type LockedServing } from './lock-serving.ts';
import { servingSchema } from './representation.ts';
import { wholeTargetingSchema } from './whole-schema.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting';

export const targetingRoutes = [
  route({
    method: 'PUT',
    path,
    action: 'serve',
    summary: 'Replace the targeting of a feature in an environment',
    body: wholeTargetingSchema,
    validatesItself: true,
    status: 200,
    answer: servingSchema,
    hasETag: true,
    async handle(request, dependencies) {
      const { environment, caller, body, problems } = request;
      const made = await runChange(changeContext(dependencies, caller), async (transaction) => {
        const serving = await lockServing(transaction, request);
        requireNoProblems(await targetingProblems(transaction, serving, body, problems));
        const after = { ...serving.before, targeting: storedTargeting(body) };
        await changeServing(transaction, serving.project, [{ ...serving, after }]);
        return readChangedServing(transaction, serving);
      });
      return { body: withPublishedVersion(made, environment) };
    },
  }),

  route({
    method: 'PATCH',
    path,
    action: 'serve',
    summary: 'Switch a feature on or off in an environment',
    description:
      'While it is off nothing is served, not even overrides. The rules stay; where there was no targeting object, one without rules is created.',
    body: Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }),
    status: 200,
    answer: servingSchema,
    hasETag: true,
    async handle(request, dependencies) {
      const { environment, caller, body } = request;
      const made = await runChange(changeContext(dependencies, caller), async (transaction) => {
        const serving = await lockServing(transaction, request);
        const rules = serving.before.targeting?.rules ?? [];
        const after = { ...serving.before, targeting: { enabled: body.enabled, rules } };
        await changeServing(transaction, serving.project, [{ ...serving, after }]);
        return readChangedServing(transaction, serving);
      });
      return { body: withPublishedVersion(made, environment) };
    },
  }),

  route({
    method: 'DELETE',
    path,
    action: 'serve',
    summary: 'Remove the targeting of a feature in an environment',
    description: 'Without a targeting object the defaults are served.',
    status: 204,
    async handle(request, dependencies) {
      await runChange(changeContext(dependencies, request.caller), async (transaction) => {
        const serving = await lockServing(transaction, request);
        const after = { ...serving.before, targeting: null };
        await changeServing(transaction, serving.project, [{ ...serving, after }]);
      });
      return { body: undefined };
    },
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
  return bothOf(shapeProblems, checkTargeting(targeting, '', { variations, segments }, isWellShaped));
}

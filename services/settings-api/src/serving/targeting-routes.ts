import { bothOf, checkTargeting, rulesSchema, wellShapedPaths, storedTargeting } from '@bunting/definitions';
import { readSegmentIds } from '@bunting/changes';
import type { Problem, TargetingInput } from '@bunting/definitions';
import { Type } from 'typebox';
import { requireNone } from '../features/change-feature.ts';
import { route } from '../framework/route.ts';
import { updateServing } from './update-serving.ts';
import type { ServingBefore } from './update-serving.ts';
import { servedRepresentationSchema } from './representation.ts';

const path = '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/targeting';

/** The whole document: whoever leaves one of the two out would be surprised by what that means. */
const wholeTargetingSchema = Type.Object(
  { enabled: Type.Boolean(), rules: rulesSchema },
  { additionalProperties: false },
);

export const targetingRoutes = [
  route({
    method: 'PUT',
    path,
    action: 'serve',
    summary: 'Replace the targeting of a feature in an environment',
    body: wholeTargetingSchema,
    validatesItself: true,
    status: 200,
    answer: servedRepresentationSchema,
    hasETag: true,
    handle: async (request, dependencies) => ({
      body: await updateServing(request, dependencies, async (before) => {
        requireNone(await problemsOf(request.body, request.problems, before));
        return { after: { ...before.served, targeting: storedTargeting(request.body) } };
      }),
    }),
  }),

  route({
    method: 'PATCH',
    path,
    action: 'serve',
    summary: 'Switch a feature on or off in an environment',
    description:
      'Off beats everything, overrides too. The rules stay; where there was no targeting object there is one without rules.',
    body: Type.Object({ enabled: Type.Boolean() }, { additionalProperties: false }),
    status: 200,
    answer: servedRepresentationSchema,
    hasETag: true,
    handle: async (request, dependencies) => ({
      body: await updateServing(request, dependencies, ({ served }) => {
        const rules = served.targeting?.rules ?? [];
        return { after: { ...served, targeting: { enabled: request.body.enabled, rules } } };
      }),
    }),
  }),

  route({
    method: 'DELETE',
    path,
    action: 'serve',
    summary: 'Remove the targeting of a feature in an environment',
    description: 'Without a targeting object the defaults are served.',
    status: 204,
    async handle(request, dependencies) {
      await updateServing(request, dependencies, ({ served }) => ({
        after: { ...served, targeting: null },
      }));
      return { body: undefined };
    },
  }),
];

/** What is wrong with the shape of the rules, and with those whose shape is right. */
async function problemsOf(
  targeting: TargetingInput,
  misshapen: readonly Problem[],
  { transaction, project, feature }: ServingBefore,
): Promise<Iterable<Problem>> {
  const variations = new Set(feature.variations.map(({ slug }) => slug));
  const segments = new Set((await readSegmentIds(transaction, project)).keys());
  return bothOf(
    misshapen,
    checkTargeting(targeting, '', { variations, segments }, wellShapedPaths(misshapen)),
  );
}

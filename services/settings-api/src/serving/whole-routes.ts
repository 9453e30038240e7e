import { changeServing, readSegmentIds, type ChangeTransaction } from '@bunting/changes';
import { storedSlug, storedTargeting } from '@bunting/definitions';
import {
  concatProblems,
  checkDefaults,
  checkTargeting,
  wellShapedPaths,
  type Problem,
} from '@bunting/definitions/checks';
import { requireNoProblems } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { lockServing, readChangedServing, withPublishedVersion, type LockedServing } from './lock-serving.ts';
import { servingSchema } from './representation.ts';
import { wholeSchema, type WholeInput } from './whole-schema.ts';

export const wholeServingRoutes = [
  changeRoute({
    method: 'PUT',
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}',
    action: 'serve',
    isProposable: true,
    summary: 'Replace the targeting and defaults of a feature in an environment',
    description:
      'One change with one version; targeting and defaults each get an audit record if they differ. `"targeting": null` removes the targeting; a variable that is not in `defaults` has none afterwards. Overrides stay.',
    body: wholeSchema,
    validatesItself: true,
    answer: servingSchema,
    hasETag: true,
    async handle(request, { change }) {
      const { environment, body, problems } = request;
      return change(
        async (transaction) => {
          const serving = await lockServing(transaction, request);
          requireNoProblems(await wholeProblems(transaction, serving, body, problems));
          const { targeting, defaults } = body;
          const after = {
            ...serving.before,
            targeting: targeting === null ? null : storedTargeting(targeting),
            defaults: new Map(
              Object.entries(defaults).flatMap(([variable, variation]) =>
                variation === null ? [] : [[storedSlug(variable), storedSlug(variation)] as const],
              ),
            ),
          };
          await changeServing(transaction, serving.project, [{ ...serving, after, path: 'targeting' }]);
          return readChangedServing(transaction, serving);
        },
        {
          answer: (made) => ({ body: withPublishedVersion(made, environment) }),
        },
      );
    },
  }),
];

/** Problems with the shape of the body, and with the parts whose shape is right. */
async function wholeProblems(
  transaction: ChangeTransaction,
  { project, feature }: LockedServing,
  { targeting, defaults }: WholeInput,
  shapeProblems: readonly Problem[],
): Promise<Iterable<Problem>> {
  const variables = new Set(feature.variables.map(({ slug }) => slug));
  const variations = new Set(feature.variations.map(({ slug }) => slug));
  const segments = new Set((await readSegmentIds(transaction, project)).keys());
  const isWellShaped = wellShapedPaths(shapeProblems);
  function* ofBoth(): Generator<Problem> {
    if (typeof targeting === 'object' && targeting !== null) {
      yield* checkTargeting(targeting, 'targeting', { variations, segments }, isWellShaped);
    }
    if (typeof defaults === 'object')
      yield* checkDefaults(defaults, 'defaults', { variables, variations }, isWellShaped);
  }
  return concatProblems(shapeProblems, ofBoth());
}

import { changeServing, type FeatureState, type ServingState } from '@bunting/changes';
import { defaultsSchema, storedSlug } from '@bunting/definitions';
import { concatProblems, checkDefaults, wellShapedPaths, type Problem } from '@bunting/definitions/checks';
import { requireNoProblems } from '../framework/errors.ts';
import { changeRoute } from '../framework/route.ts';
import { lockServing, readChangedServing, withPublishedVersion } from './lock-serving.ts';
import { servingSchema } from './representation.ts';

/** By the slug of the variable; null removes the default. */
type DefaultsInput = Readonly<Record<string, string | null>>;

export const defaultRoutes = [
  changeRoute({
    method: 'PUT',
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/defaults',
    action: 'serve',
    isProposable: true,
    summary: 'Set the default variations of a feature in an environment',
    description: 'Sets the variation of the listed variables; null removes it. Other variables keep theirs.',
    body: defaultsSchema,
    validatesItself: true,
    answer: servingSchema,
    hasETag: true,
    async handle(request, { change }) {
      const { environment, body, problems } = request;
      return change(
        async (transaction) => {
          const serving = await lockServing(transaction, request);
          requireNoProblems(defaultsProblems(serving.feature, body, problems));
          const after = { ...serving.before, defaults: withDefaults(serving.before.defaults, body) };
          await changeServing(transaction, serving.project, [{ ...serving, after }]);
          return readChangedServing(transaction, serving);
        },
        {
          answer: (made) => ({ body: withPublishedVersion(made, environment) }),
        },
      );
    },
  }),
];

/** Problems with the shape of the body, and with the defaults whose shape is right. */
function defaultsProblems(
  feature: FeatureState,
  given: DefaultsInput,
  shapeProblems: readonly Problem[],
): Iterable<Problem> {
  const variables = new Set(feature.variables.map(({ slug }) => slug));
  const variations = new Set(feature.variations.map(({ slug }) => slug));
  const isWellShaped = wellShapedPaths(shapeProblems);
  return concatProblems(shapeProblems, checkDefaults(given, '', { variables, variations }, isWellShaped));
}

function withDefaults(defaults: ServingState['defaults'], given: DefaultsInput): ServingState['defaults'] {
  const after = new Map(defaults);
  for (const [variable, variation] of Object.entries(given)) {
    if (variation === null) after.delete(storedSlug(variable));
    else after.set(storedSlug(variable), storedSlug(variation));
  }
  return after;
}

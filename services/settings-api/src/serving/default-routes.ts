import { bothOf, checkDefaults, defaultsSchema, wellShapedPaths, storedSlug } from '@bunting/definitions';
import type { ServingState } from '@bunting/changes';
import { requireNone } from '../features/change-feature.ts';
import { route } from '../framework/route.ts';
import { updateServing } from './update-serving.ts';
import { servedRepresentationSchema } from './representation.ts';

export const defaultsRoutes = [
  route({
    method: 'PUT',
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/defaults',
    action: 'serve',
    summary: 'Set default variations of a feature in an environment',
    description: 'The variables that are named get the variation, or none with null; the others keep theirs.',
    body: defaultsSchema,
    validatesItself: true,
    status: 200,
    answer: servedRepresentationSchema,
    hasETag: true,
    handle: async (request, dependencies) => ({
      body: await updateServing(request, dependencies, ({ feature, served }) => {
        const variables = new Set(feature.variables.map(({ slug }) => slug));
        const variations = new Set(feature.variations.map(({ slug }) => slug));
        const isWellShaped = wellShapedPaths(request.problems);
        const unfit = checkDefaults(request.body, '', { variables, variations }, isWellShaped);
        requireNone(bothOf(request.problems, unfit));
        return { after: { ...served, defaults: withDefaults(served.defaults, request.body) } };
      }),
    }),
  }),
];

function withDefaults(
  defaults: ServingState['defaults'],
  given: Readonly<Record<string, string | null>>,
): ServingState['defaults'] {
  const after = new Map(defaults);
  for (const [variable, variation] of Object.entries(given)) {
    if (variation === null) after.delete(storedSlug(variable));
    else after.set(storedSlug(variable), storedSlug(variation));
  }
  return after;
}

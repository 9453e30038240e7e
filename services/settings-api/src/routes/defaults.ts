import { bothOf, checkDefaults, defaultsSchema, soundnessOf, storedSlug } from '@bunting/definitions';
import type { ServedState } from '@bunting/changes';
import { requireNone } from '../features/change-feature.ts';
import { route } from '../route.ts';
import { changeServedThere } from '../served/change-served-there.ts';
import { servedRepresentationSchema } from '../served/served-representation.ts';

export const defaultsRoutes = [
  route({
    method: 'PUT',
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}/defaults',
    action: 'serve',
    summary: 'Set default variations of a feature in an environment',
    description: 'The variables that are named get the variation, or none with null; the others keep theirs.',
    body: defaultsSchema,
    judgesMisshapen: true,
    status: 200,
    answer: servedRepresentationSchema,
    hasETag: true,
    handle: async (request, dependencies) => ({
      body: await changeServedThere(request, dependencies, ({ feature, served }) => {
        const variables = new Set(feature.variables.map(({ slug }) => slug));
        const variations = new Set(feature.variations.map(({ slug }) => slug));
        const isSound = soundnessOf(request.problems);
        const unfit = checkDefaults(request.body, '', { variables, variations }, isSound);
        requireNone(bothOf(request.problems, unfit));
        return { after: { ...served, defaults: withDefaults(served.defaults, request.body) } };
      }),
    }),
  }),
];

function withDefaults(
  defaults: ServedState['defaults'],
  given: Readonly<Record<string, string | null>>,
): ServedState['defaults'] {
  const after = new Map(defaults);
  for (const [variable, variation] of Object.entries(given)) {
    if (variation === null) after.delete(storedSlug(variable));
    else after.set(storedSlug(variable), storedSlug(variation));
  }
  return after;
}

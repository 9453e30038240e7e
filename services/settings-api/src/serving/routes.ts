import { settingsErrors } from '../framework/errors.ts';
import { readRoute } from '../framework/route.ts';
import { readServingRepresentation } from './queries.ts';
import { servingSchema } from './representation.ts';

export const servingRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}',
    summary: 'Read the state of a feature in an environment',
    description: 'Targeting, defaults and overrides. `If-Match` of their routes is compared with this ETag.',
    answer: servingSchema,
    hasETag: true,
    async handle({ featureId, environment, params }, { pool }) {
      const body = await readServingRepresentation(pool, featureId, environment.id);
      if (body === undefined) throw settingsErrors.unknown('feature', params.feature);
      return { body };
    },
  }),
];

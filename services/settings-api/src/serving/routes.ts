import { settingsErrors } from '../framework/errors.ts';
import { readRoute } from '../framework/route.ts';
import { readServingRepresentation } from './queries.ts';
import { servingSchema } from './representation.ts';

export const servingRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}',
    summary: 'Read everything that an environment serves for a feature',
    description: 'Its ETag is what If-Match of targeting, defaults and overrides is compared with.',
    answer: servingSchema,
    hasETag: true,
    async handle({ featureId, environment, params }, { pool }) {
      const body = await readServingRepresentation(pool, featureId, environment.id);
      if (body === undefined) throw settingsErrors.unknown('feature', params.feature);
      return { body };
    },
  }),
];

import { settingsErrors } from '../framework/errors.ts';
import { route } from '../framework/route.ts';
import { readServingRepresentation } from './queries.ts';
import { servingSchema } from './representation.ts';

export const servingRoutes = [
  route({
    method: 'GET',
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}',
    action: 'read',
    summary: 'Read everything that an environment serves for a feature',
    description: 'Its ETag is what If-Match of targeting, defaults and overrides is compared with.',
    status: 200,
    answer: servingSchema,
    hasETag: true,
    async handle({ featureId, environment, params }, { pool }) {
      const body = await readServingRepresentation(pool, featureId, environment.id);
      if (body === undefined) throw settingsErrors.unknown('feature', params.feature);
      return { body };
    },
  }),
];

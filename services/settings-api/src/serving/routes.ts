import { settingsErrors } from '../framework/errors.ts';
import { createEtag } from '../framework/http/etag.ts';
import { readRoute } from '../framework/route.ts';
import { readDependents, readServingRepresentation } from './queries.ts';
import { readServingSchema } from './representation.ts';

export const servingRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/features/{feature}/environments/{env}',
    summary: 'Read the state of a feature in an environment',
    description:
      'Targeting, defaults and overrides, and the features that depend on it. `If-Match` of their routes is compared with this ETag.',
    answer: readServingSchema,
    hasETag: 'set by the handler',
    async handle({ featureId, environment, params }, { pool }) {
      const body = await readServingRepresentation(pool, featureId, environment.id);
      if (body === undefined) throw settingsErrors.unknown('feature', params.feature);
      const required_by = await readDependents(pool, featureId, environment.id);
      return { body: { ...body, required_by }, headers: { ETag: createEtag(body) } };
    },
  }),
];

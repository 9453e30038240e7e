import { storedSlug } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import { settingsErrors } from '../framework/errors.ts';
import { querySchema } from '../framework/http/query.ts';
import { readRoute } from '../framework/route.ts';
import { readServedSummaries, servedSummarySchema } from './served-summaries.ts';

/** As many as a page of features may be asked for at once without a long answer. */
const maxFeatures = 100;

const itemSchema = Type.Object({
  feature: Type.String(),
  environments: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: servedSummarySchema,
    description: 'every environment of the project, by slug',
  }),
});

export const servingSummaryRoutes = [
  readRoute({
    path: '/organisations/{org}/projects/{project}/served',
    summary: 'Summarise features in every environment',
    description: 'The list of features contains the same summary of each feature.',
    query: querySchema({
      features: Type.String({
        minLength: 1,
        maxLength: maxFeatures * 101,
        description: `slugs of at most ${maxFeatures} features, separated by commas; unknown ones are left out`,
      }),
    }),
    answer: Type.Object({ items: Type.Array(itemSchema, { description: 'by the slug of the feature' }) }),
    async handle({ organisation, project, query }, { pool }) {
      const slugs = query.features.split(',').map(storedSlug);
      if (slugs.length > maxFeatures) {
        const message = `must have at most ${maxFeatures} features`;
        throw settingsErrors.invalid([{ path: 'query.features', message }]);
      }
      return { body: { items: await readServedSummaries(pool, { organisation, project }, slugs) } };
    },
  }),
];

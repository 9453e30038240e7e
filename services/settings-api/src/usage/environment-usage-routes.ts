import { projectLimits, readHeaviestFeatures, readStoredTotals } from '@bunting/changes';
import { limits } from '@bunting/evaluator';
import { Type } from 'typebox';
import { route } from '../framework/route.ts';

const quantitySchema = (of: string) =>
  Type.Object({ used: Type.Integer(), limit: Type.Integer() }, { description: of });

const heaviestSchema = Type.Object({
  feature: Type.String(),
  bytes: Type.Integer({ description: 'of its definition here as JSON' }),
  bytes_limit: Type.Integer(),
  cost_us: Type.Integer({ description: 'microseconds that evaluating it may take at worst' }),
  cost_us_limit: Type.Integer(),
  longest_searched_text: Type.Union([Type.Integer(), Type.Null()], {
    description:
      'a longer text counts as missing for `contains` and `matches` and their opposites in this feature; null = it has none',
  }),
  limits_exceeded: Type.Array(Type.String(), {
    description: 'by what an older release accepted: its rules match nobody if it would take too long',
  }),
});

export const environmentUsageRoutes = [
  route({
    method: 'GET',
    path: '/organisations/{org}/projects/{project}/environments/{env}/usage',
    action: 'read',
    summary: 'Tell what an environment has stored of its limits',
    status: 200,
    answer: Type.Object({
      bytes: quantitySchema('all definitions of the environment as JSON'),
      features: quantitySchema('of the project'),
      segments: quantitySchema('of the project'),
      environments: quantitySchema('of the project'),
      api_keys: quantitySchema('of the environment, those that are not revoked'),
      heaviest_features: Type.Array(heaviestSchema, { description: 'those with the longest definitions' }),
    }),
    async handle({ project, environment }, { pool }) {
      const { bytes, features, segments, environments, keys } = await readStoredTotals(pool, environment);
      const heaviest = await readHeaviestFeatures(pool, project, environment);
      return {
        body: {
          bytes: { used: bytes, limit: limits.environmentLength },
          features: { used: features, limit: projectLimits.features },
          segments: { used: segments, limit: projectLimits.segments },
          environments: { used: environments, limit: projectLimits.environments },
          api_keys: { used: keys, limit: projectLimits.keys },
          heaviest_features: heaviest.map(
            ({ feature, bytes: length, cost, maxSearchedLength, exceeded }) => ({
              feature,
              bytes: length,
              bytes_limit: limits.fragmentLength,
              cost_us: Math.ceil(cost / 1_000),
              cost_us_limit: limits.featureCost / 1_000,
              longest_searched_text: maxSearchedLength ?? null,
              limits_exceeded: [...new Set(exceeded.map(({ limit }) => limit))],
            }),
          ),
        },
      };
    },
  }),
];

import { mergeFeature, type DescribedFeature } from '@bunting/history';
import { maxEntries } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import type { JsonValue } from '@bunting/evaluator/definition';
import { settingsErrors } from '../framework/errors.ts';
import { readRoute } from '../framework/route.ts';
import { nullable } from '../framework/schemas.ts';
import { readFeatureRepresentation } from '../features/queries.ts';
import { featureSchema, variableSchema, variationSchema } from '../features/representation.ts';
import { answerMerge, mergeAnswer, mergeBody, mergeDescription, getResolutions } from './merge-answer.ts';

/** The members of a feature in a response, with and without those that are not part of its state: gone owners and times. */
const {
  gone_owners: _goneOwnersSchema,
  created_at: _createdAtSchema,
  updated_at: _updatedAtSchema,
  ...ownProperties
} = featureSchema.properties;
const stateSchema = Type.Object(
  {
    ...ownProperties,
    expected_until: nullable(Type.String()),
    snoozed_until: nullable(Type.String()),
    variables: Type.Array(variableSchema, { maxItems: maxEntries.variables }),
    variations: Type.Array(variationSchema, { maxItems: maxEntries.variations }),
  },
  { title: 'FeatureInput' },
);

export const featureMergeRoute = readRoute({
  method: 'POST',
  path: '/organisations/{org}/projects/{project}/features/{feature}/merge',
  summary: 'Merge a feature with concurrent changes',
  description: `${mergeDescription} If one side added a variation and the other a variable, the variation gets the value of the first variation that has one.`,
  body: mergeBody(stateSchema),
  hasETag: 'set by the handler',
  answer: mergeAnswer(stateSchema),
  async handle({ featureId, project, params, body }, { pool }) {
    const stored = await readFeatureRepresentation(pool, featureId);
    if (stored === undefined) throw settingsErrors.unknown('feature', params.feature);
    const [base, wanted] = [body.base, body.wanted].map(described);
    const now = described(stored);
    const { merged, conflicts } = mergeFeature(base!, now, wanted!, getResolutions(body.take));
    const whole = merged && withEveryValue(merged);
    const change = {
      action: 'feature.updated',
      subject: `${project.slug}/${stored.slug}`,
      before: now as unknown as JsonValue,
      after: whole as unknown as JsonValue,
    };
    return answerMerge(stored, { merged: whole, conflicts }, body.take, [change]);
  },
});

/** Removes the members that nobody writes. */
function described(feature: object): DescribedFeature {
  const {
    gone_owners: _goneOwners,
    created_at: _createdAt,
    updated_at: _updatedAt,
    ...members
  } = feature as DescribedFeature;
  return members;
}

/** Adds the missing values: a variation that one side added has no value for a variable that the other added, and could not be saved. */
function withEveryValue(feature: DescribedFeature): DescribedFeature {
  const firstValues = new Map(
    feature.variations.toReversed().flatMap(({ values }) => Object.entries(values)),
  );
  const variations = feature.variations.map((each) => {
    const missing = feature.variables.flatMap(({ slug }): [string, JsonValue][] => {
      const value = Object.hasOwn(each.values, slug) ? undefined : firstValues.get(slug);
      return value === undefined ? [] : [[slug, value]];
    });
    return { ...each, values: Object.fromEntries([...Object.entries(each.values), ...missing]) };
  });
  return { ...feature, variations };
}

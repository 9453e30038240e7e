import { Type } from '@bunting/definitions/type';
import { createPageSchema } from '../framework/http/page.ts';
import { compareShares, estimateMean, estimateShare, type Sample } from './intervals.ts';
import type { Arm } from './read-results.ts';
import type { EventFigures } from './read-group-figures.ts';
import type { SummarisedGroup } from './read-summary.ts';

const nullableNumber = Type.Union([Type.Number(), Type.Null()]);

const figureProperties = {
  count: Type.Integer({ description: 'events' }),
  users: Type.Integer({ description: 'distinct users; anonymous events are not counted' }),
  verified_share: Type.Number({ description: 'the share of events with a valid evaluation trace, 0 to 1' }),
  value: Type.Object(
    {
      count: Type.Integer({ description: 'events with a value' }),
      sum: nullableNumber,
      mean: nullableNumber,
    },
    { description: 'null = none, or too large for JSON' },
  ),
};

const timeSchema = Type.String({ description: 'ISO 8601' });

const eventSummarySchema = Type.Object(
  {
    feature: Type.String(),
    variable: Type.String(),
    variation: Type.String(),
    event: Type.String(),
    ...figureProperties,
    buckets: Type.Optional(
      Type.Array(Type.Object({ begins_at: timeSchema, ...figureProperties }), {
        description: 'hours or days with events, in UTC; only with `bucket`',
      }),
    ),
  },
  { title: 'EventSummary' },
);

export const summaryPageSchema = Type.Object({
  ...createPageSchema(eventSummarySchema).properties,
  up_to_date: Type.Boolean({ description: 'false = the latest events are not counted yet' }),
});

export function toSummary(
  { group: { feature, variable, variation, event }, buckets, ...figures }: SummarisedGroup,
  { withBuckets }: { readonly withBuckets: boolean },
) {
  return {
    feature,
    variable,
    variation,
    event,
    ...toFigures(figures),
    ...(withBuckets && {
      buckets: buckets.map(({ beginsAt, ...each }) => ({
        begins_at: beginsAt.toISOString(),
        ...toFigures(each),
      })),
    }),
  };
}

function toFigures({ count, users, verifiedShare, values }: EventFigures) {
  return { count, users, verified_share: verifiedShare, value: values };
}

const estimateSchema = Type.Object(
  { estimate: Type.Number(), low: Type.Number(), high: Type.Number() },
  { title: 'Estimate' },
);

export const resultSchema = Type.Object(
  {
    variation: Type.String(),
    participants: Type.Integer(),
    converted: Type.Integer(),
    conversion_rate: Type.Union([estimateSchema, Type.Null()], { description: 'null = no participants' }),
    mean_value: Type.Union(
      [
        Type.Object({
          estimate: Type.Number(),
          low: nullableNumber,
          high: nullableNumber,
          count: Type.Integer(),
        }),
        Type.Null(),
      ],
      { description: 'the mean value of the conversion events; null = none' },
    ),
    versus_baseline: Type.Union(
      [
        Type.Object({
          difference: estimateSchema,
          relative: nullableNumber,
          p_value: Type.Number(),
          is_significant: Type.Boolean(),
        }),
        Type.Null(),
      ],
      { description: 'null = this is the baseline, or a variation without participants' },
    ),
  },
  { title: 'ExperimentResult' },
);

export function toResult(arm: Arm, baseline: Arm | undefined, confidence: number) {
  const mean = estimateMean(arm.values, confidence);
  return {
    variation: arm.variation,
    participants: arm.participants,
    converted: arm.converted,
    conversion_rate: estimateShare(arm.converted, arm.participants, confidence) ?? null,
    mean_value: mean === undefined ? null : { ...mean, count: arm.values.count },
    versus_baseline: baseline === undefined || baseline === arm ? null : compare(arm, baseline, confidence),
  };
}

function compare(arm: Sample, baseline: Sample, confidence: number) {
  const compared = compareShares(arm, baseline, confidence);
  if (compared === undefined) return null;
  const { difference, relative, pValue } = compared;
  return { difference, relative, p_value: pValue, is_significant: pValue < 1 - confidence };
}

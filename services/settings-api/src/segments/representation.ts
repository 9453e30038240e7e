import { anyOfSchema, nameSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { timeSchema } from '../framework/schemas.ts';

export const segmentSchema = Type.Object(
  {
    slug: Type.String(),
    name: Type.String(),
    any_of: anyOfSchema,
    created_at: timeSchema,
    updated_at: timeSchema,
  },
  { title: 'Segment' },
);

/** The writable members of an existing segment. */
export const segmentInputSchema = Type.Object(
  { name: nameSchema, any_of: anyOfSchema },
  { title: 'SegmentInput', additionalProperties: false },
);

/** Rules are counted up to here: a segment may be named by a hundred thousand. */
export const maxCounted = 1_000;

export const listedSegmentSchema = Type.Object(
  {
    ...segmentSchema.properties,
    use_count: Type.Integer({ description: `the number of rules that use it, at most ${maxCounted}` }),
  },
  { title: 'ListedSegment' },
);

/** A rule that names a segment. */
export const segmentUseSchema = Type.Object(
  {
    feature: Type.String(),
    feature_name: Type.String(),
    environment: Type.String(),
    protected: Type.Boolean({ description: 'whether the environment is protected' }),
    rule: Type.Integer({ description: 'the number of the rule, from 1' }),
    rule_id: Type.String(),
    rule_name: Type.String(),
  },
  { title: 'SegmentUse' },
);

export type SegmentUse = Static<typeof segmentUseSchema>;

export type SegmentRepresentation = Static<typeof segmentSchema>;

export interface SegmentRow extends Pick<SegmentRepresentation, 'slug' | 'name' | 'any_of'> {
  readonly created_at: Date;
  readonly updated_at: Date;
}

export interface ListedSegmentRow extends SegmentRow {
  readonly use_count: number;
}

import { anyOfSchema } from '@bunting/definitions';
import { Type } from '@bunting/definitions/type';
import type { Static } from 'typebox';
import { timeSchema } from '../framework/schemas.ts';

export const segmentSchema = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  any_of: anyOfSchema,
  created_at: timeSchema,
  updated_at: timeSchema,
});

export type SegmentRepresentation = Static<typeof segmentSchema>;

export interface SegmentRow extends Pick<SegmentRepresentation, 'slug' | 'name' | 'any_of'> {
  readonly created_at: Date;
  readonly updated_at: Date;
}

import { anyOfSchema, storedSlug } from '@bunting/definitions';
import type { Pool, PoolClient } from 'pg';
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { settingsErrors } from '../framework/errors.ts';
import { timeSchema, withTimes } from '../framework/times.ts';

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

/** A segment as it is shown. Throws 404. */
export async function readSegmentRepresentation(
  client: Pool | PoolClient,
  project: { readonly id: string },
  name: string,
): Promise<SegmentRepresentation> {
  const { rows } = await client.query<SegmentRow>(
    'SELECT slug, name, any_of, created_at, updated_at FROM segment WHERE project_id = $1 AND slug = $2',
    [project.id, storedSlug(name)],
  );
  if (rows[0] === undefined) throw settingsErrors.unknown('segment', name);
  return withTimes(rows[0]);
}

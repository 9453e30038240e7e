import { Type } from 'typebox';

/** `2026-11-21T09:05:00.000Z`. */
export const timeSchema = Type.String({ format: 'date-time', description: 'ISO 8601, with offset' });

/** Of a key or token. */
export const lastUsedAtSchema = Type.Union([timeSchema, Type.Null()], {
  description: 'the minute of its last use, shown a minute or two later; null = it has not been used',
});

interface Times {
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A row with its times as they are shown. Rows from before 0.2.0 may have been made a little after they were changed. */
export function withTimes<Row extends Times>(row: Row) {
  const { created_at, updated_at } = row;
  const changedAt = updated_at < created_at ? created_at : updated_at;
  return { ...row, created_at: created_at.toISOString(), updated_at: changedAt.toISOString() };
}

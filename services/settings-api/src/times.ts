import { Type } from 'typebox';

/** `2026-11-21T09:05:00.000Z`. */
export const timeSchema = Type.String({ format: 'date-time', description: 'ISO 8601, with offset' });

interface Times {
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A row with its times as they are shown. */
export function withTimes<Row extends Times>(row: Row) {
  return { ...row, created_at: row.created_at.toISOString(), updated_at: row.updated_at.toISOString() };
}

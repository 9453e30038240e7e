import { Type } from 'typebox';

/** `2026-11-21T09:05:00.000Z`. */
export const timeSchema = Type.String({ format: 'date-time', description: 'ISO 8601, with offset' });

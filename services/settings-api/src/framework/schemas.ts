import { minMomentMs } from '@bunting/database';
import { Type } from '@bunting/definitions/type';
import { parseInstant } from '@bunting/evaluator';
import type { TSchema } from 'typebox';
import { settingsErrors } from './errors.ts';

/** Returns the schema of a string that is one of some words. */
export function stringEnum<const Word extends string>(words: readonly Word[], description?: string) {
  return Type.Unsafe<Word>({ type: 'string', enum: [...words], ...(description && { description }) });
}

/** Returns a schema that accepts null too. */
export function nullable<const Schema extends TSchema>(schema: Schema, description?: string) {
  return Type.Union([schema, Type.Null()], { ...(description && { description }) });
}

/** A time in an answer: `2026-11-21T09:05:00.000Z`. */
export const timeSchema = Type.String({ format: 'date-time', description: 'ISO 8601, with offset' });

export const nullableTimeSchema = (description: string) => nullable(timeSchema, description);

/** The last use of a key or token. */
export const lastUsedAtSchema = nullableTimeSchema(
  'the minute of its last use, with a delay of one to two minutes; null = never',
);

/** A time in a request body. `requireTime` reads it. */
export const timeInputSchema = Type.String({
  pattern: '^(\\d{4}|[+-]\\d{6})-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d([.]\\d+)?)?(Z|[+-]\\d\\d:\\d\\d)$',
  description: 'a time in ISO 8601, with offset',
});

/** Reads what has the form of `timeInputSchema`. Throws 400 for a day or an hour that does not exist. */
export function requireTime(text: string, path: string): Date {
  const time = parseInstant(text);
  if (time === undefined) throw settingsErrors.invalid([{ path, message: 'must be a date and time' }]);
  // Nothing stored is earlier, and PostgreSQL refuses to compare with what is.
  return new Date(Math.max(time, minMomentMs));
}

interface Times {
  readonly created_at: Date;
  readonly updated_at: Date;
}

/**
 * Formats the times of a row for an answer. Rows that were written before 0.2.0 may have a `created_at` a little after their
 * `updated_at`; the answer never does.
 */
export function withTimes<Row extends Times>(row: Row) {
  const { created_at, updated_at } = row;
  const changedAt = updated_at < created_at ? created_at : updated_at;
  return { ...row, created_at: created_at.toISOString(), updated_at: changedAt.toISOString() };
}

/** What tests of differences say of a change, and what its conditions are made of. */
import type { JsonValue } from '@bunting/evaluator';
import { diff } from '../src/audit/diff.ts';

/** What is told of one change. */
export function told(action: string, subject: string, before: unknown, after: unknown): string[] {
  const change = { action, subject, before: before as JsonValue, after: after as JsonValue };
  return diff([change]).map(({ text }) => text);
}

export const canada = { property: 'country', operator: 'is', values: ['CA'] };
export const staff = { property: 'email', operator: 'ends_with', values: ['@acme.example'] };
export const anyOf = (...groups: object[][]) => groups.map((conditions) => ({ all_of: conditions }));

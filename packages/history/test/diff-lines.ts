import type { JsonValue } from '@bunting/evaluator/definition';
import { diff } from '../src/describe/diff.ts';

/** Returns the lines that `diff` writes for one change. */
export function diffLines(action: string, subject: string, before: unknown, after: unknown): string[] {
  const change = { action, subject, before: before as JsonValue, after: after as JsonValue };
  return diff([change]).map(({ text }) => text);
}

export const canada = { property: 'country', operator: 'is', values: ['CA'] };
export const staff = { property: 'email', operator: 'ends_with', values: ['@acme.example'] };
export const toGroups = (...groups: object[][]) => groups.map((conditions) => ({ all_of: conditions }));

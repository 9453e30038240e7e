import type { JsonValue } from '@bunting/evaluator';
import { added, changed, quoted, removed } from './difference.ts';
import type { Part } from './difference.ts';
import { isSame } from './match-parts.ts';

type Members = Readonly<Record<string, JsonValue>>;

/** What differs between two plain objects, member by member. */
export function memberDifferences(before: Members | null, after: Members | null): Part[] {
  if (before === null) return after === null ? [] : [added('created', after)];
  if (after === null) return [removed('deleted', before)];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names]
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => {
      const [was, is] = [before[name], after[name]];
      const areNames = name === 'name' && typeof was === 'string' && typeof is === 'string';
      return areNames ? changed(name, was, is, [quoted(was), quoted(is)]) : changed(name, was, is);
    });
}

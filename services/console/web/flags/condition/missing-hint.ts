/** Hints about negative conditions, which exclude users without the attribute. Pure. */
import type { Condition, Group } from '../../api/types.ts';
import { getAttribute } from './words.ts';

/** Operators that read as "everyone except", but do not match users without the attribute. A segment is never missing. */
const negative: ReadonlySet<string> = new Set([
  'is_not',
  'not_contains',
  'not_starts_with',
  'not_ends_with',
  'not_matches',
  'neq',
  'semver_neq',
  'not_in_cidr',
  'contains_none',
]);

const hasPresence = (condition: Condition, other: Condition, operator: string): boolean =>
  other.operator === operator && getAttribute(other) === getAttribute(condition);

/**
 * Returns the hint of a condition; undefined if its operator is not negative, its group requires the attribute, or another group includes
 * users without it. A missing IP address is taken from the connection.
 */
export function missingHint(
  groups: readonly Group[],
  group: Group,
  condition: Condition,
): string | undefined {
  if (!negative.has(condition.operator) || condition.property === 'ip_address') return undefined;
  const attribute = getAttribute(condition);
  if (attribute === 'custom.') return undefined;
  const isWanted = group.all_of.some((other) => hasPresence(condition, other, 'exists'));
  const hasOthers = groups.some(({ all_of: all }) =>
    all.some((other) => hasPresence(condition, other, 'not_exists')),
  );
  if (isWanted || hasOthers) return undefined;
  return `Users without ${attribute} don’t match. To include them, add “or” with “${attribute} is not set”.`;
}

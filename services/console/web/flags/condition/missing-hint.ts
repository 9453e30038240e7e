/** What a negative condition does with users who lack the attribute, which surprises nearly everybody. */
import type { Condition, Group } from '../../api/types.ts';
import { attributeOf } from './words.ts';

/** They read as "everybody but", and match nobody who lacks the attribute. A segment is never missing. */
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
  other.operator === operator && attributeOf(other) === attributeOf(condition);

/**
 * The hint of a condition; undefined where it needs none: it has no such operator, its group asks for the attribute, or another group is for
 * users without it. The service takes a missing IP address from the connection.
 */
export function missingHint(
  groups: readonly Group[],
  group: Group,
  condition: Condition,
): string | undefined {
  if (!negative.has(condition.operator) || condition.property === 'ip_address') return undefined;
  const attribute = attributeOf(condition);
  if (attribute === 'custom.') return undefined;
  const isWanted = group.all_of.some((other) => hasPresence(condition, other, 'exists'));
  const hasOthers = groups.some(({ all_of: all }) =>
    all.some((other) => hasPresence(condition, other, 'not_exists')),
  );
  if (isWanted || hasOthers) return undefined;
  return `Users without ${attribute} don’t match. To include them, add “or” with “${attribute} is not set”.`;
}

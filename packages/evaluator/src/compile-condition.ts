import { alwaysFoldsCase, attributeOf } from './attribute.ts';
import { compileAddressRange } from './conditions/addresses.ts';
import type { Condition, ConditionParts, Referents, Scalar } from './conditions/condition.ts';
import { compileEquality, compilePresence } from './conditions/equality.ts';
import { compileListComparison } from './conditions/lists.ts';
import { compileDateOrder, compileNumberOrder, compileVersionOrder } from './conditions/order.ts';
import { compilePatternMatch } from './conditions/patterns.ts';
import { compileSegmentMembership } from './conditions/segments.ts';
import { compileStringComparison } from './conditions/strings.ts';
import type { Operator } from './definition.ts';
import { everyOf, listOf, recordOf } from './stored.ts';
import type { StoredRecord } from './stored.ts';

/**
 * Compiles one stored condition; `undefined` = it is malformed, so that it can never match. Malformed is also
 * a condition without values (but for the two that take none) or with a value its operator cannot take.
 */
export function compileCondition(stored: unknown, referents: Referents): Condition | undefined {
  const condition = recordOf(stored);
  if (condition === undefined) return undefined;
  const compiled = compileRecord(condition, referents);
  return compiled && referents.observed ? referents.observed(condition, compiled) : compiled;
}

function compileRecord(condition: StoredRecord, referents: Referents): Condition | undefined {
  const values = everyOf(listOf(condition['values'] ?? []) ?? [undefined], scalarOf);
  if (values === undefined) return undefined;
  if (condition['property'] === 'segment') {
    const { segments } = referents;
    if (segments === undefined) return undefined;
    if (condition['operator'] === 'in_segment') return compileSegmentMembership(values, true, segments);
    if (condition['operator'] === 'not_in_segment') return compileSegmentMembership(values, false, segments);
    return undefined;
  }
  const attribute = attributeOf(condition['property'], condition['custom_key']);
  if (attribute === undefined) return undefined;
  const foldsCase = condition['ignore_case'] === true || alwaysFoldsCase(attribute);
  return compileOperator(condition['operator'] as Operator, { attribute, values, foldsCase }, referents);
}

function compileOperator(
  operator: Operator,
  parts: ConditionParts,
  { patternOf }: Referents,
): Condition | undefined {
  switch (operator) {
    case 'exists':
      return compilePresence(parts, true);
    case 'not_exists':
      return compilePresence(parts, false);
    case 'is':
      return compileEquality(parts, ['string', 'boolean'], true);
    case 'is_not':
      return compileEquality(parts, ['string', 'boolean'], false);
    case 'contains':
      return compileStringComparison(parts, 'contains', true);
    case 'not_contains':
      return compileStringComparison(parts, 'contains', false);
    case 'starts_with':
      return compileStringComparison(parts, 'starts_with', true);
    case 'not_starts_with':
      return compileStringComparison(parts, 'starts_with', false);
    case 'ends_with':
      return compileStringComparison(parts, 'ends_with', true);
    case 'not_ends_with':
      return compileStringComparison(parts, 'ends_with', false);
    case 'matches':
      return compilePatternMatch(parts, true, patternOf);
    case 'not_matches':
      return compilePatternMatch(parts, false, patternOf);
    case 'eq':
      return compileEquality(parts, ['number'], true);
    case 'neq':
      return compileEquality(parts, ['number'], false);
    case 'gt':
      return compileNumberOrder(parts, (order) => order > 0);
    case 'gte':
      return compileNumberOrder(parts, (order) => order >= 0);
    case 'lt':
      return compileNumberOrder(parts, (order) => order < 0);
    case 'lte':
      return compileNumberOrder(parts, (order) => order <= 0);
    case 'semver_eq':
      return compileVersionOrder(parts, (order) => order === 0, true);
    case 'semver_neq':
      return compileVersionOrder(parts, (order) => order === 0, false);
    case 'semver_gt':
      return compileVersionOrder(parts, (order) => order > 0, true);
    case 'semver_gte':
      return compileVersionOrder(parts, (order) => order >= 0, true);
    case 'semver_lt':
      return compileVersionOrder(parts, (order) => order < 0, true);
    case 'semver_lte':
      return compileVersionOrder(parts, (order) => order <= 0, true);
    case 'before':
      return compileDateOrder(parts, (order) => order < 0);
    case 'after':
      return compileDateOrder(parts, (order) => order > 0);
    case 'in_cidr':
      return compileAddressRange(parts, true);
    case 'not_in_cidr':
      return compileAddressRange(parts, false);
    case 'contains_any':
    case 'contains_all':
    case 'contains_none':
      return compileListComparison(parts, operator);
    default:
      // in_segment and not_in_segment on an attribute, and whatever else may be stored.
      return undefined;
  }
}

function scalarOf(value: unknown): Scalar | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' || typeof value === 'boolean' ? value : undefined;
}

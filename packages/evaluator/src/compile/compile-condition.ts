import { alwaysFoldsCase, parseAttribute } from '../definition/attribute.ts';
import type { Operator } from '../definition/definition.ts';
import { readEvery, asList, asRecord } from '../definition/stored.ts';
import type { Condition } from '../model/condition.ts';
import { compileAddressRange } from './conditions/addresses.ts';
import type { ConditionParts, Referents, Scalar } from './conditions/condition-parts.ts';
import { compileEquality, compilePresence } from './conditions/equality.ts';
import { compileListComparison } from './conditions/lists.ts';
import {
  compileDateOrder,
  compileNumberOrder,
  compileVersionEquality,
  compileVersionOrder,
} from './conditions/order.ts';
import { compilePatternMatch } from './conditions/patterns.ts';
import { compileSegmentMembership } from './conditions/segments.ts';
import { compileTextEnd, compileTextSearch } from './conditions/strings.ts';

/**
 * Compiles one stored condition; `undefined` = it is malformed, so that it can never match. Malformed is also
 * a condition without values (but for the two that take none) or with a value its operator cannot take.
 */
export function compileCondition(stored: unknown, referents: Referents): Condition | undefined {
  const condition = asRecord(stored);
  if (condition === undefined) return undefined;
  const values = readEvery(asList(condition['values'] ?? []) ?? [undefined], scalarOf);
  if (values === undefined) return undefined;
  if (condition['property'] === 'segment') {
    const { segments } = referents;
    if (segments === undefined) return undefined;
    if (condition['operator'] === 'in_segment') return compileSegmentMembership(values, true, segments);
    if (condition['operator'] === 'not_in_segment') return compileSegmentMembership(values, false, segments);
    return undefined;
  }
  const attribute = parseAttribute(condition['property'], condition['custom_key']);
  if (attribute === undefined) return undefined;
  const foldsCase = condition['ignore_case'] === true || alwaysFoldsCase(attribute);
  const { maxSearchedLength } = referents;
  const parts = { attribute, values, foldsCase, maxSearchedLength };
  return compileOperator(condition['operator'] as Operator, parts, referents);
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
      return compileTextSearch(parts, true);
    case 'not_contains':
      return compileTextSearch(parts, false);
    case 'starts_with':
      return compileTextEnd(parts, 'starts_with', true);
    case 'not_starts_with':
      return compileTextEnd(parts, 'starts_with', false);
    case 'ends_with':
      return compileTextEnd(parts, 'ends_with', true);
    case 'not_ends_with':
      return compileTextEnd(parts, 'ends_with', false);
    case 'matches':
      return compilePatternMatch(parts, true, patternOf);
    case 'not_matches':
      return compilePatternMatch(parts, false, patternOf);
    case 'eq':
      return compileEquality(parts, ['number'], true);
    case 'neq':
      return compileEquality(parts, ['number'], false);
    case 'gt':
      return compileNumberOrder(parts, 'above');
    case 'gte':
      return compileNumberOrder(parts, 'at_or_above');
    case 'lt':
      return compileNumberOrder(parts, 'below');
    case 'lte':
      return compileNumberOrder(parts, 'at_or_below');
    case 'semver_eq':
      return compileVersionEquality(parts, true);
    case 'semver_neq':
      return compileVersionEquality(parts, false);
    case 'semver_gt':
      return compileVersionOrder(parts, 'above');
    case 'semver_gte':
      return compileVersionOrder(parts, 'at_or_above');
    case 'semver_lt':
      return compileVersionOrder(parts, 'below');
    case 'semver_lte':
      return compileVersionOrder(parts, 'at_or_below');
    case 'before':
      return compileDateOrder(parts, 'below');
    case 'after':
      return compileDateOrder(parts, 'above');
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

import { alwaysFoldsCase, attributeOf, CUSTOM_SLOT } from '../attribute.ts';
import type { Attribute } from '../attribute.ts';
import { scalarOf } from '../conditions/equality.ts';
import type { EvaluationContext } from '../context.ts';
import type { JsonValue, Operator } from '../definition.ts';
import { listOf, recordOf } from '../stored.ts';
import type { StoredRecord } from '../stored.ts';
import type { AttributeExplanation } from './explanation.ts';
import type { Outcome } from './outcomes.ts';

/** Members of a request's user that are not named like their property. */
const memberNames: Readonly<Record<string, string>> = {
  user_id: 'id',
  ip_address: 'ip',
  audience: 'audiences',
};

/**
 * What a condition sees of a user: for the reader alone, for whether it holds is the compiled condition's to say. The
 * tests hold the two together: a condition sees nothing exactly where it and its opposite are both false.
 */
export function seenAttribute(
  condition: StoredRecord,
  user: StoredRecord,
  context: EvaluationContext,
  outcome: Outcome | undefined,
): AttributeExplanation | null {
  const attribute = attributeOf(condition['property'], condition['custom_key']);
  if (attribute === undefined) return null;
  const given = givenValue(condition['property'] as string, attribute, user);
  if (outcome?.isBeyondBudget) return { state: 'too_long', given: shown(given), compared: null };
  const value = context.valueOf(attribute);
  const compared = value === undefined ? undefined : comparedValue(condition, attribute, context);
  if (compared !== undefined) return { state: 'present', given: shown(given), compared: shown(compared) };
  const isMissing = value === undefined && (given === null || given === '');
  return { state: isMissing ? 'missing' : 'wrong_type', given: shown(given), compared: null };
}

const longestText = 1_000;

/** A value of any length, in an explanation that repeats it for every condition. */
export function shown(value: unknown): JsonValue {
  const isText = typeof value === 'string';
  if (!isText && (typeof value !== 'object' || value === null)) return value as JsonValue;
  const text = isText ? value : JSON.stringify(value);
  return text.length <= longestText ? (value as JsonValue) : `${text.slice(0, longestText)}…`;
}

function givenValue(property: string, { slot, customKey }: Attribute, user: StoredRecord): unknown {
  if (slot !== CUSTOM_SLOT) return user[memberNames[property] ?? property] ?? null;
  const data = recordOf(user['custom_data']);
  const isThere = data !== undefined && customKey !== '__proto__' && Object.hasOwn(data, customKey);
  return isThere ? (data[customKey] ?? null) : null;
}

/** `undefined` = the operator cannot read it. */
function comparedValue(
  condition: StoredRecord,
  attribute: Attribute,
  context: EvaluationContext,
): JsonValue | undefined {
  const foldsCase = condition['ignore_case'] === true || alwaysFoldsCase(attribute);
  const value = scalarOf(context, attribute, foldsCase) as JsonValue;
  const text = typeof value === 'string' ? value : undefined;
  const operator = condition['operator'] as Operator;
  switch (operator) {
    case 'exists':
    case 'not_exists':
      return context.valueOf(attribute) as JsonValue;
    case 'is':
    case 'is_not': {
      const operands = listOf(condition['values']) ?? [];
      const isComparable = typeof value === 'string' || typeof value === 'boolean';
      return isComparable && operands.some((operand) => typeof operand === typeof value) ? value : undefined;
    }
    case 'eq':
    case 'neq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' ? value : undefined;
    case 'semver_eq':
    case 'semver_neq':
    case 'semver_gt':
    case 'semver_gte':
    case 'semver_lt':
    case 'semver_lte':
      return readText(attribute, context, (given) => context.versionOf(given)?.version);
    case 'before':
    case 'after':
      return readText(attribute, context, (given) => isoOf(context.instantOf(given)));
    case 'in_cidr':
    case 'not_in_cidr':
      return readText(attribute, context, (given) => context.addressOf(given)?.toString());
    case 'contains_any':
    case 'contains_all':
    case 'contains_none':
      return listOf(value)?.map((entry) =>
        foldsCase && typeof entry === 'string' ? entry.toLowerCase() : (entry as JsonValue),
      );
    case 'matches':
    case 'not_matches':
      // The pattern folds case, not the text.
      return readText(attribute, context, (given) => given);
    default:
      return text;
  }
}

function readText(
  attribute: Attribute,
  context: EvaluationContext,
  read: (text: string) => string | undefined,
): string | undefined {
  const value = context.valueOf(attribute);
  return typeof value === 'string' ? read(value) : undefined;
}

function isoOf(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

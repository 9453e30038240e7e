import { readScalar, tooLong, type EvaluationContext } from '../context/context.ts';
import { alwaysFoldsCase, parseAttribute, customSlot, type Attribute } from '../definition/attribute.ts';
import { operatorFamilies, type JsonValue, type Operator } from '../definition/definition.ts';
import { asList, asRecord, type StoredRecord } from '../definition/stored.ts';
import { foldCase } from '../values/fold-case.ts';
import { formatIpAddress } from '../values/ip-address.ts';
import type { AttributeExplanation } from './explanation.ts';
import { maxValues, type ValueFormatter } from './formatting.ts';

/** The user as given and as read, and how values of the explanation are shortened. */
export interface AttributeDependencies {
  readonly user: StoredRecord;
  readonly context: EvaluationContext;
  readonly maxSearchedLength: number;
  readonly formatter: ValueFormatter;
}

/** Members of a request's user whose name differs from that of the property. */
const memberNames: Readonly<Record<string, string>> = {
  user_id: 'id',
  ip_address: 'ip',
  audience: 'audiences',
};

/**
 * Returns the value of the user that a condition compares, for the reader only; the compiled condition decides the result. A test
 * keeps both consistent: a condition sees no value exactly when it and its opposite are both false.
 */
export function seenAttribute(
  condition: StoredRecord,
  { user, context, maxSearchedLength, formatter: { shown } }: AttributeDependencies,
): AttributeExplanation | null {
  const attribute = parseAttribute(condition['property'], condition['custom_key']);
  if (attribute === undefined) return null;
  const given = givenValue(condition['property'] as string, attribute, user);
  const value = context.valueOf(attribute);
  if (isTooLong(condition, attribute, context, maxSearchedLength)) {
    return { state: 'too_long', given: shown(given), compared: null };
  }
  const compared = value === undefined ? undefined : comparedValue(condition, attribute, context);
  if (compared !== undefined) return { state: 'present', given: shown(given), compared: shown(compared) };
  const isMissing = value === undefined && (given === null || given === '');
  if (isMissing) {
    const looksLikePath = given === null && isPath(attribute, user);
    return {
      state: 'missing',
      ...(looksLikePath && { reason: 'not_a_path' }),
      given: shown(given),
      compared: null,
    };
  }
  const reason = reasonOf(condition);
  return { state: 'wrong_type', ...(reason && { reason }), given: shown(given), compared: null };
}

/** Returns whether the name of a custom attribute looks like a path to a member of an object that the user has. */
function isPath({ slot, customKey }: Attribute, user: StoredRecord): boolean {
  const dot = customKey.indexOf('.');
  if (slot !== customSlot || dot < 1) return false;
  const data = asRecord(user['custom_data']);
  const first = customKey.slice(0, dot);
  return data !== undefined && Object.hasOwn(data, first) && asRecord(data[first]) !== undefined;
}

/** Explains why the operator cannot read the attribute. `exists` reads every value. */
function reasonOf(condition: StoredRecord): AttributeExplanation['reason'] {
  const operator = condition['operator'] as Operator;
  if (operatorFamilies.version.includes(operator as never)) return 'not_a_version';
  if (operatorFamilies.date.includes(operator as never)) return 'not_a_date';
  if (operatorFamilies.cidr.includes(operator as never)) return 'not_an_address';
  if (operatorFamilies.number.includes(operator as never)) return 'not_a_number';
  if (operatorFamilies.list.includes(operator as never)) return 'not_a_list';
  if (presence.includes(operator)) return undefined;
  const areBooleans = asList(condition['values'])?.every((operand) => typeof operand === 'boolean') ?? false;
  return areBooleans ? 'not_a_boolean' : 'not_a_text';
}

const searching: readonly unknown[] = [
  'contains',
  'not_contains',
  'matches',
  'not_matches',
] satisfies Operator[];
const patterns: readonly unknown[] = ['matches', 'not_matches'] satisfies Operator[];
const presence: readonly unknown[] = ['exists', 'not_exists'] satisfies Operator[];

function isTooLong(
  condition: StoredRecord,
  attribute: Attribute,
  context: EvaluationContext,
  maxSearchedLength: number,
): boolean {
  const operator = condition['operator'];
  const value = context.valueOf(attribute);
  if (value === tooLong) return !presence.includes(operator);
  if (typeof value !== 'string' || !searching.includes(operator)) return false;
  // A pattern folds case itself; the other operators search the folded text.
  const searched = patterns.includes(operator)
    ? value
    : readScalar(context, attribute, foldsCaseOf(condition, attribute));
  return (searched as string).length > maxSearchedLength;
}

function foldsCaseOf(condition: StoredRecord, attribute: Attribute): boolean {
  return condition['ignore_case'] === true || alwaysFoldsCase(attribute);
}

function givenValue(property: string, { slot, customKey }: Attribute, user: StoredRecord): unknown {
  if (slot !== customSlot) return user[memberNames[property] ?? property] ?? null;
  const data = asRecord(user['custom_data']);
  const isThere = data !== undefined && customKey !== '__proto__' && Object.hasOwn(data, customKey);
  return isThere ? (data[customKey] ?? null) : null;
}

/** Returns the compared value; `undefined` = the operator cannot read it. */
function comparedValue(
  condition: StoredRecord,
  attribute: Attribute,
  context: EvaluationContext,
): JsonValue | undefined {
  const foldsCase = foldsCaseOf(condition, attribute);
  const value = readScalar(context, attribute, foldsCase) as JsonValue;
  const text = typeof value === 'string' ? value : undefined;
  const operator = condition['operator'] as Operator;
  switch (operator) {
    case 'exists':
    case 'not_exists':
      return value === (tooLong as unknown) ? null : (context.valueOf(attribute) as JsonValue);
    case 'is':
    case 'is_not': {
      const operands = asList(condition['values']) ?? [];
      const isComparable = typeof value === 'string' || typeof value === 'boolean';
      return isComparable && operands.some((operand) => typeof operand === typeof value) ? value : undefined;
    }
    case 'eq':
    case 'neq':
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return typeof value === 'number' ? (context.exactValueOf(attribute) as JsonValue) : undefined;
    case 'semver_eq':
    case 'semver_neq':
    case 'semver_gt':
    case 'semver_gte':
    case 'semver_lt':
    case 'semver_lte':
      return readText(attribute, context, (given) => context.versionTextOf(given));
    case 'before':
    case 'after':
      return readText(attribute, context, (given) => isoOf(context.instantOf(given)));
    case 'in_cidr':
    case 'not_in_cidr':
      return readText(attribute, context, (given) => {
        const address = context.addressOf(given);
        return address && formatIpAddress(address);
      });
    case 'contains_any':
    case 'contains_all':
    case 'contains_none':
      return asList(value)
        ?.slice(0, maxValues)
        .map((entry) => (foldsCase && typeof entry === 'string' ? foldCase(entry) : (entry as JsonValue)));
    case 'matches':
    case 'not_matches':
      // The pattern folds case itself.
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

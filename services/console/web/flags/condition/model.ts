/** The parts of a condition. Only valid combinations are offered, and the server checks them. */
import { operatorFamilies, properties, type Operator, type Property } from '@bunting/evaluator/definition';
import type { Condition, Group, Rule, Targeting } from '../../api/types.ts';

/** Returns the state of the switch. Without targeting everyone gets the default, so it is on. */
export const isServing = (targeting: Pick<Partial<Targeting>, 'enabled'> | null): boolean =>
  targeting === null || targeting.enabled === true;

/** Returns whether a rule applies to everyone, so that later rules are never reached. */
export const isForEveryone = ({ enabled, any_of: groups, schedule, rollout }: Rule): boolean =>
  enabled !== false &&
  (groups ?? []).length === 0 &&
  !schedule &&
  !rollout?.stages &&
  (rollout?.percentage ?? 100) === 100;

const { presence, string, pattern, number, version, date, cidr, list, segment } = operatorFamilies;
const text = [...string, ...pattern];

export { properties };

/** Returns the operators of a property, common ones first. */
export function getOperators(property: Property): readonly Operator[] {
  if (property === 'segment') return segment;
  if (property === 'audience') return [...list, ...presence];
  if (property === 'ip_address') return [...cidr, ...text, ...presence];
  if (property === 'app_version') return [...version, ...text, ...presence];
  if (property === 'custom') return [...text, ...number, ...version, ...date, ...list, ...presence];
  return [...text, ...presence];
}

const isOneOf = (family: readonly Operator[], operator: Operator) => family.includes(operator);

/** Returns whether an operator has values. Checks for presence have none. */
export const takesValues = (operator: Operator): boolean => !isOneOf(presence, operator);
export const isWithoutValue = ({ values, operator }: Condition): boolean =>
  takesValues(operator) && (values ?? []).length === 0;
export const takesNumbers = (operator: Operator): boolean => isOneOf(number, operator);

/** Changes the attribute, and keeps the operator and values if they are valid for it. */
export function withProperty(condition: Condition, property: Property): Condition {
  const { custom_key: _key, ...rest } = condition;
  const fits = getOperators(property).includes(condition.operator);
  const operator = fits ? condition.operator : getOperators(property)[0]!;
  const next = { ...rest, property, operator, values: fits ? (condition.values ?? []) : [] };
  return property === 'custom' ? { ...next, custom_key: '' } : next;
}

export function withOperator(condition: Condition, operator: Operator): Condition {
  if (!takesValues(operator)) {
    const { values: _values, ...rest } = condition;
    return { ...rest, operator };
  }
  const values = (condition.values ?? []).map((value) => valueFor(operator, String(value)));
  return { ...condition, operator, values };
}

/** Adds typed or pasted values, separated by commas or lines, without duplicates. */
export function withTyped(condition: Condition, typed: string): Condition {
  const before = condition.values ?? [];
  const added = typed
    .split(/[,\n]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map((each) => valueFor(condition.operator, each));
  return { ...condition, values: [...new Set([...before, ...added])] };
}

export function withoutValue(condition: Condition, index: number): Condition {
  return { ...condition, values: (condition.values ?? []).filter((_, each) => each !== index) };
}

function valueFor(operator: Operator, typed: string): string | number {
  return takesNumbers(operator) && typed !== '' && Number.isFinite(Number(typed)) ? Number(typed) : typed;
}

export const newCondition = (): Condition => ({ property: 'email', operator: 'ends_with', values: [] });

/** Replaces one condition, or removes it (undefined) together with an empty group. */
export function withCondition(
  groups: readonly Group[],
  at: readonly [group: number, condition: number],
  changed: Condition | undefined,
): Group[] {
  return groups
    .map((group, index) =>
      index === at[0]
        ? {
            all_of: group.all_of.flatMap((each, position) =>
              position === at[1] ? (changed === undefined ? [] : [changed]) : [each],
            ),
          }
        : group,
    )
    .filter(({ all_of: conditions }) => conditions.length > 0);
}

/** Returns whether a condition can ignore case. */
export const hasCase = ({ property, operator }: Condition): boolean =>
  property !== 'segment' &&
  property !== 'email' &&
  property !== 'country' &&
  isOneOf([...text, ...list], operator);

export function withCase(condition: Condition, isIgnored: boolean): Condition {
  const { ignore_case: _before, ...rest } = condition;
  return isIgnored ? { ...rest, ignore_case: true } : rest;
}

/** Summarises added values: "3 added, 1 duplicate". A single new value needs no summary. */
export function addedWords(typed: string, added: number): string {
  const given = typed.split(/[,\n]/).filter((each) => each.trim() !== '').length;
  const known = given - added;
  if (given < 2 && known === 0) return '';
  if (known === 0) return `${added} added`;
  return `${added} added, ${known} ${known === 1 ? 'duplicate' : 'duplicates'}`;
}

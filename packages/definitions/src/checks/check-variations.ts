import { limits, type JsonValue } from '@bunting/evaluator';
import type { VariableInput, VariableType, VariationInput } from '../schemas/feature-schema.ts';
import { memberPath, type Problem } from './problem.ts';
import { createDuplicateCheck } from './duplicate-check.ts';
import { storedSlug } from '../schemas/slug.ts';

type Values = Readonly<Record<string, JsonValue>>;

/** Every variation gives every variable of its feature a value of the variable's type, and nothing else. */
export function* checkVariations(
  variations: readonly VariationInput[],
  variables: readonly VariableInput[],
  path: string,
): Generator<Problem> {
  const slugs = createDuplicateCheck();
  for (const [index, { slug: variation, values = {} }] of variations.entries()) {
    yield* slugs.enter(storedSlug(variation), `${path}[${index}].slug`);
    yield* checkVariationValues(values, variables, memberPath(`${path}[${index}]`, 'values'));
  }
}

/** The values of one variation, by variable. With `isPartial` those that are left out stay as they are. */
export function* checkVariationValues(
  values: Values,
  variables: readonly VariableInput[],
  path: string,
  { isPartial = false } = {},
): Generator<Problem> {
  const types = new Map(variables.map(({ slug, type }) => [storedSlug(slug), type]));
  const given = new Set<string>();
  for (const [name, value] of Object.entries(values)) {
    const slug = storedSlug(name);
    const type = types.get(slug);
    if (given.has(slug)) yield { path: memberPath(path, name), message: 'is given twice' };
    else if (type === undefined)
      yield { path: memberPath(path, name), message: 'is not a variable of the feature' };
    else yield* checkType(value, type, memberPath(path, name));
    given.add(slug);
  }
  if (isPartial) return;
  for (const slug of types.keys()) if (!given.has(slug)) yield missing(memberPath(path, slug));
}

/** The values that the variations of a feature give a variable that is new, by variation. */
export function* checkVariableValues(
  values: Values,
  type: VariableType,
  variations: readonly string[],
  path: string,
): Generator<Problem> {
  const known = new Set(variations);
  const given = new Set<string>();
  for (const [name, value] of Object.entries(values)) {
    const slug = storedSlug(name);
    if (given.has(slug)) yield { path: memberPath(path, name), message: 'is given twice' };
    else if (!known.has(slug))
      yield { path: memberPath(path, name), message: 'is not a variation of the feature' };
    else yield* checkType(value, type, memberPath(path, name));
    given.add(slug);
  }
  for (const slug of known) if (!given.has(slug)) yield missing(memberPath(path, slug));
}

function* checkType(value: JsonValue, type: VariableType, path: string): Generator<Problem> {
  if (!isOfType(value, type)) yield { path, message: typeMessages[type] };
  else if (JSON.stringify(value).length > limits.valueLength)
    yield { path, message: `must have at most ${limits.valueLength} characters as JSON` };
}

function missing(path: string): Problem {
  return { path, message: 'is required: every variation gives every variable a value' };
}

const typeMessages: Record<VariableType, string> = {
  boolean: 'must be true or false',
  number: 'must be a finite number',
  string: 'must be a string',
  // null is what is served where nothing is (contract §2.3); a stored null could not be told from it.
  json: 'must not be null',
};

export function isOfType(value: JsonValue, type: VariableType): boolean {
  if (type === 'json') return value !== null;
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === type;
}

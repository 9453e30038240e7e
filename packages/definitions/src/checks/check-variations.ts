import { limits } from '@bunting/evaluator';
import type { JsonValue } from '@bunting/evaluator/definition';
import type { VariableInput, VariableType, VariationInput } from '../schemas/feature-schema.ts';
import { memberPath, type Problem } from './problem.ts';
import { createDuplicateCheck } from './duplicate-check.ts';
import { storedSlug } from '../schemas/slug.ts';

type Values = Readonly<Record<string, JsonValue>>;

/** Yields a problem for each variation that does not give every variable of its feature, and nothing else, a value of the variable's type. */
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

/** Yields what is wrong with the values of one variation (variable → value). With `isPartial` variables may be left out. */
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
    if (given.has(slug))
      yield { path: memberPath(path, name), message: 'is listed twice', code: 'duplicate' };
    else if (type === undefined)
      yield {
        path: memberPath(path, name),
        message: 'is not a variable of the feature',
        code: 'unknown_reference',
      };
    else yield* checkType(value, type, memberPath(path, name));
    given.add(slug);
  }
  if (isPartial) return;
  for (const slug of types.keys()) if (!given.has(slug)) yield missing(memberPath(path, slug));
}

/** Yields what is wrong with the values of a new variable (variation → value). `variations`: lower-cased slugs. */
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
    if (given.has(slug))
      yield { path: memberPath(path, name), message: 'is listed twice', code: 'duplicate' };
    else if (!known.has(slug))
      yield {
        path: memberPath(path, name),
        message: 'is not a variation of the feature',
        code: 'unknown_reference',
      };
    else yield* checkType(value, type, memberPath(path, name));
    given.add(slug);
  }
  for (const slug of known) if (!given.has(slug)) yield missing(memberPath(path, slug));
}

function* checkType(value: JsonValue, type: VariableType, path: string): Generator<Problem> {
  if (!isOfType(value, type)) yield { path, message: typeMessages[type] };
  else if (JSON.stringify(value).length > limits.valueLength)
    yield { path, message: `must have at most ${limits.valueLength} characters as JSON`, code: 'limit' };
}

function missing(path: string): Problem {
  return { path, message: 'is required: every variation needs a value for every variable', code: 'required' };
}

const typeMessages: Record<VariableType, string> = {
  boolean: 'must be true or false',
  number: 'must be a finite number',
  string: 'must be a string',
  // Null is served where there is no value (contract §2.3), so callers could not distinguish a stored null from it.
  json: 'must not be null',
};

/** Returns whether a variable of this type may have the value. */
export function isOfType(value: JsonValue, type: VariableType): boolean {
  if (type === 'json') return value !== null;
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return typeof value === type;
}

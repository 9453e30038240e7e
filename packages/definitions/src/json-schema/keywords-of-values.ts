import { isObject } from '../checks/well-shaped.ts';
import { shortened } from '../checks/problem.ts';
import { canonical, canonicalText } from './canonical.ts';
import { isWholeMultiple } from './decimal.ts';
import type { Keyword, Occurrence, Compiler } from './keyword.ts';
import { fail, spend, type Check } from './run.ts';

const types: Readonly<Record<string, { readonly name: string; readonly has: (value: unknown) => boolean }>> =
  {
    object: { name: 'an object', has: isObject },
    array: { name: 'a list', has: Array.isArray },
    string: { name: 'a string', has: (value) => typeof value === 'string' },
    number: { name: 'a number', has: (value) => typeof value === 'number' },
    integer: { name: 'a whole number', has: Number.isInteger },
    boolean: { name: 'true or false', has: (value) => typeof value === 'boolean' },
    null: { name: 'null', has: (value) => value === null },
  };

function isListOfTypes(given: unknown): given is readonly string[] {
  if (!Array.isArray(given) || given.length === 0 || given.length > Object.keys(types).length) return false;
  const isKnown = given.every((name) => typeof name === 'string' && Object.hasOwn(types, name));
  return isKnown && new Set<string>(given).size === given.length;
}

const type: Keyword = ({ value, position }, compiler) => {
  const given = typeof value === 'string' ? [value] : value;
  if (!isListOfTypes(given)) {
    compiler.problem(position, `must be one of, or a list of: ${Object.keys(types).join(', ')}`);
    return undefined;
  }
  const wanted = given.map((name) => types[name]!);
  const message = `must be ${wanted.map(({ name }) => name).join(' or ')}`;
  return (instance, run, path) => wanted.some(({ has }) => has(instance)) || fail(run, path, message);
};

function oneOf(values: readonly unknown[]): Check {
  const texts = new Set(values.map(canonicalText));
  const shown = shortened(values.map((value) => JSON.stringify(value)).join(', '), 200);
  const message = values.length === 1 ? `must be ${shown}` : `must be one of: ${shown}`;
  return (instance, run, path) => texts.has(canonical(instance, run.work)) || fail(run, path, message);
}

const enumeration: Keyword = ({ value, position }, compiler) => {
  if (Array.isArray(value)) return oneOf(value);
  compiler.problem(position, 'must be a list');
  return undefined;
};

/** Creates a keyword with a number, for values that are numbers. */
function limit(
  isWithin: (value: number, limit: number) => boolean,
  messageOf: (limit: number) => string,
): Keyword {
  return ({ value, position }, compiler) => {
    if (typeof value !== 'number') {
      compiler.problem(position, 'must be a number');
      return undefined;
    }
    const message = messageOf(value);
    return (instance, run, path) =>
      typeof instance !== 'number' || isWithin(instance, value) || fail(run, path, message);
  };
}

const multipleOf: Keyword = ({ value, position }, compiler) => {
  if (typeof value !== 'number' || value <= 0) {
    compiler.problem(position, 'must be a number above 0');
    return undefined;
  }
  return (instance, run, path) => {
    if (typeof instance !== 'number') return true;
    spend(run.work, 20);
    return isWholeMultiple(instance, value) || fail(run, path, `must be a multiple of ${value}`);
  };
};

/** Returns the count of a keyword such as `maxItems`; undefined = it is none, which is a problem. */
function countOf({ value, position }: Occurrence, compiler: Compiler): number | undefined {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0) return value;
  compiler.problem(position, 'must be a whole number from 0');
  return undefined;
}

/**
 * Creates a keyword with a count, for the values that `sizeOf` counts; undefined = the keyword is not about the
 * value.
 */
export function counted(
  sizeOf: (value: unknown) => number | undefined,
  isWithin: (size: number, count: number) => boolean,
  messageOf: (count: number) => string,
): Keyword {
  return (occurrence, compiler) => {
    const count = countOf(occurrence, compiler);
    if (count === undefined) return undefined;
    return (instance, run, path) => {
      const size = sizeOf(instance);
      if (size === undefined) return true;
      spend(run.work, 1 + size / 100);
      return isWithin(size, count) || fail(run, path, messageOf(count));
    };
  };
}

export const atMost = (size: number, count: number) => size <= count;
export const atLeast = (size: number, count: number) => size >= count;

/** Characters, not UTF-16 units. */
export function countCharacters(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  let length = 0;
  for (let index = 0; index < value.length; index += 1) {
    if (value.codePointAt(index)! > 0xffff) index += 1;
    length += 1;
  }
  return length;
}

/** Instructions and characters that a pattern looks at in one step. */
const matchedPerStep = 4;

/** Returns the steps of searching a text for a pattern. */
export function countSteps({ weight }: { readonly weight: number }, text: string): number {
  return 1 + Math.ceil((weight * text.length) / matchedPerStep);
}

const pattern: Keyword = ({ value, position }, compiler) => {
  if (typeof value !== 'string') {
    compiler.problem(position, 'must be a pattern in RE2 syntax');
    return undefined;
  }
  const compiled = compiler.pattern(value, position);
  if (compiled === undefined) return undefined;
  const message = `must match ${shortened(value, 200)}`;
  return (instance, run, path) => {
    if (typeof instance !== 'string') return true;
    spend(run.work, countSteps(compiled, instance));
    return compiled.isFoundIn(instance) || fail(run, path, message);
  };
};

/** The keywords about a value itself. */
export const keywordsOfValues: Readonly<Record<string, Keyword>> = {
  type,
  enum: enumeration,
  const: ({ value }) => oneOf([value]),
  multipleOf,
  minimum: limit(
    (value, least) => value >= least,
    (least) => `must be at least ${least}`,
  ),
  exclusiveMinimum: limit(
    (value, least) => value > least,
    (least) => `must be more than ${least}`,
  ),
  maximum: limit(
    (value, most) => value <= most,
    (most) => `must be at most ${most}`,
  ),
  exclusiveMaximum: limit(
    (value, most) => value < most,
    (most) => `must be less than ${most}`,
  ),
  minLength: counted(countCharacters, atLeast, (count) => `must have at least ${count} characters`),
  maxLength: counted(countCharacters, atMost, (count) => `must have at most ${count} characters`),
  pattern,
};

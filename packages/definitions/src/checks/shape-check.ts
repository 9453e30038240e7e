import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { createBoundedAjv } from './bounded-ajv.ts';
import { memberPath, maxProblems, ProblemsFound, type Problem } from './problem.ts';

/** Tells whether a value has the shape, and if not, what is wrong with it. */
export interface ShapeCheck<Value> {
  (value: unknown): value is Value;
  /**
   * Throws `ProblemsFound` where a list is too long, and where more is wrong than is listed: what lies behind that has not been
   * looked at, and nobody may rely on it.
   */
  problems(value: unknown, path?: string): Problem[];
}

const plain = createBoundedAjv({ allowUnionTypes: true });
const filling = createBoundedAjv({ allowUnionTypes: true, useDefaults: true });

/**
 * `withDefaults`: where the schema has a default, what is missing is filled in. Compiled by the first who asks, so that a
 * service with a hundred of them need not compile all before it starts.
 */
export function createShapeCheck<Schema extends TSchema>(
  schema: Schema,
  { withDefaults = false }: { withDefaults?: boolean } = {},
): ShapeCheck<Static<Schema>> {
  let compiled: ValidateFunction<Static<Schema>> | undefined;
  const compile = () => (compiled ??= (withDefaults ? filling : plain).compile<Static<Schema>>(schema));
  const check = (value: unknown): value is Static<Schema> => compile()(value);
  return Object.assign(check, {
    problems(value: unknown, path = '') {
      if (check(value)) return [];
      const errors = compiled?.errors ?? [];
      const tell = (error: ErrorObject) => toProblem(error, value, path);
      const tooLong = errors.filter(({ keyword }) => sizes.has(keyword));
      if (tooLong.length > 0) throw new ProblemsFound(tooLong.map(tell));
      if (errors.length > maxProblems) {
        throw new ProblemsFound(errors.slice(0, maxProblems + 1).map(tell));
      }
      return errors.map(tell);
    },
  });
}

const sizes = new Set(['maxItems', 'maxProperties']);

function toProblem(error: ErrorObject, root: unknown, rootPath: string): Problem {
  const path = pathOf(error.instancePath, root, rootPath);
  const { missingProperty, additionalProperty } = error.params as Record<string, string | undefined>;
  if (missingProperty !== undefined)
    return { path: memberPath(path, missingProperty), message: 'is required' };
  if (additionalProperty !== undefined) {
    return { path: memberPath(path, additionalProperty), message: 'is not known here' };
  }
  return { path, message: messageOf(error) };
}

/** A JSON pointer says `/features/2`, a person `features[2]`: which it is depends on the value on the way. */
function pathOf(pointer: string, root: unknown, rootPath: string): string {
  let path = rootPath;
  let value = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    path = Array.isArray(value) ? `${path}[${name}]` : memberPath(path, name);
    value = (value as Record<string, unknown>)[name];
  }
  return path;
}

const typeNames: Record<string, string> = {
  object: 'an object',
  array: 'a list',
  string: 'a string',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  null: 'null',
};

function messageOf({ keyword, params, message, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'type':
      return `must be ${[params['type'] as string | string[]]
        .flat()
        .map((type) => typeNames[type])
        .join(' or ')}`;
    case 'enum':
      return `must be one of: ${(params['allowedValues'] as unknown[]).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'pattern':
      // Schemas with a pattern describe it, so that nobody has to read a regular expression.
      return `must be ${(parentSchema as { description?: string }).description ?? `like ${params['pattern']}`}`;
    case 'minLength':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} characters`;
    case 'maxLength':
      return `must have at most ${params['limit']} characters`;
    case 'minItems':
      return params['limit'] === 1 ? 'must not be empty' : `must have at least ${params['limit']} entries`;
    case 'maxItems':
      return `must have at most ${params['limit']} entries`;
    case 'maxProperties':
      return `must have at most ${params['limit']} members`;
    case 'minimum':
      return `must be at least ${params['limit']}`;
    case 'maximum':
      return `must be at most ${params['limit']}`;
    case 'uniqueItems':
      return 'must not hold the same entry twice';
    default:
      return message ?? 'is not valid';
  }
}

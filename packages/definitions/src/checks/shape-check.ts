import type { ErrorObject, ValidateFunction } from 'ajv';
import type { Static, TSchema } from 'typebox';
import { createBoundedAjv } from './bounded-ajv.ts';
import { memberPath, maxProblems, ProblemsFound, type Problem, type ProblemCode } from './problem.ts';

/** Checks whether a value has the shape of a schema. */
export interface ShapeCheck<Value> {
  (value: unknown): value is Value;
  /**
   * Returns the problems of a value; an empty list = none. Paths begin with `path`. Throws `ProblemsFound` when a list or a map is too long or
   * there are more than `maxProblems`: the rest was not checked then, so the caller must not use any of it.
   */
  problems(value: unknown, path?: string): Problem[];
}

const plain = createBoundedAjv({ allowUnionTypes: true });
const filling = createBoundedAjv({ allowUnionTypes: true, useDefaults: true });

/**
 * Creates a check of a schema. `withDefaults` fills in missing members that have a default. The schema is compiled at the first
 * check, so that a service with a hundred schemas starts without compiling them.
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
    return { path: memberPath(path, missingProperty), message: 'is required', code: 'required' };
  if (additionalProperty !== undefined) {
    return {
      path: memberPath(path, additionalProperty),
      message: 'is not a known member',
      code: 'unknown_member',
    };
  }
  const code = codeOf(error);
  return { path, message: messageOf(error), ...(code && { code }) };
}

/** Returns undefined where the value is invalid in another way. */
function codeOf({ keyword, params }: ErrorObject): ProblemCode | undefined {
  const isMinimum = keyword === 'minLength' || keyword === 'minItems';
  if (isMinimum && params['limit'] === 1) return 'empty';
  if (keyword === 'uniqueItems') return 'duplicate';
  return /^max(?:Length|Items|Properties)$/.test(keyword) ? 'limit' : undefined;
}

/** Turns a JSON pointer (`/features/2`) into a path (`features[2]`). The values on the way decide between index and name. */
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
      // Schemas with a pattern describe it, so that messages need not show a regular expression.
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
      return 'must not have duplicate entries';
    default:
      return message ?? 'is not valid';
  }
}

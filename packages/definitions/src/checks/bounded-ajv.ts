import {
  Ajv,
  type AnySchemaObject,
  type ErrorObject,
  type Options,
  type SchemaValidateFunction,
  type ValidateFunction,
} from 'ajv';
import type { DataValidationCxt } from 'ajv/dist/types/index.js';
import { maxProblems } from './problem.ts';

type Members = Readonly<Record<string, unknown>>;

interface ObjectSchema {
  readonly properties?: Members;
  readonly maxProperties?: number;
}

/**
 * Creates an Ajv that reports all errors up to a bound. Ajv's own keywords for the entries of a list and the members of a map check all of
 * them and keep an error for each, which takes a body's length in memory. The keywords here stop after `maxProblems` errors and
 * skip lists and maps that are too long.
 */
export function createBoundedAjv(options: Options): Ajv {
  // The schemas are typed. Validating them against the meta-schema would use the keywords that are replaced here.
  const ajv = new Ajv({ ...options, allErrors: true, verbose: true, meta: false, validateSchema: false });
  ajv.removeKeyword('items').addKeyword({
    keyword: 'items',
    type: 'array',
    errors: 'full',
    compile(schema: object, parent: AnySchemaObject) {
      const { maxItems = Infinity } = parent as { maxItems?: number };
      const check = ajv.compile(schema);
      return validating(function* (value, context) {
        const list = value as readonly unknown[];
        if (list.length > maxItems) return;
        for (const [index, entry] of list.entries()) yield* errorsOf(check, entry, index, list, context);
      });
    },
  });
  ajv.removeKeyword('additionalProperties').addKeyword({
    keyword: 'additionalProperties',
    type: 'object',
    errors: 'full',
    compile(schema: object | boolean, parent: AnySchemaObject) {
      const { properties = {}, maxProperties = Infinity } = parent as ObjectSchema;
      const check = typeof schema === 'boolean' ? undefined : ajv.compile(schema);
      return validating(function* (value, context) {
        const members = value as Members;
        const names = Object.keys(members);
        if (schema === true || names.length > maxProperties) return;
        for (const name of names) {
          if (Object.hasOwn(properties, name)) continue;
          if (check === undefined) yield unknownMember(name, context);
          else yield* errorsOf(check, members[name], name, members, context);
        }
      });
    },
  });
  return ajv;
}

function* errorsOf(
  check: ValidateFunction,
  member: unknown,
  name: string | number,
  parentData: object,
  { instancePath, rootData }: DataValidationCxt,
): Generator<ErrorObject> {
  const part = typeof name === 'number' ? name : name.replaceAll('~', '~0').replaceAll('/', '~1');
  const context = {
    instancePath: `${instancePath}/${part}`,
    parentData: parentData as Record<string, unknown>,
    parentDataProperty: name,
    rootData,
    dynamicAnchors: {},
  };
  if (!check(member, context)) yield* check.errors ?? [];
}

function unknownMember(name: string, { instancePath }: DataValidationCxt): ErrorObject {
  const keyword = 'additionalProperties';
  return { keyword, instancePath, schemaPath: `#/${keyword}`, params: { additionalProperty: name } };
}

/** Creates a keyword that takes errors from `find` until there are more than `maxProblems`. */
function validating(
  find: (value: unknown, context: DataValidationCxt) => Iterable<ErrorObject>,
): SchemaValidateFunction {
  const validate: SchemaValidateFunction = (value: unknown, context?: DataValidationCxt) => {
    const errors: ErrorObject[] = [];
    for (const error of find(value, context!)) {
      errors.push(error);
      if (errors.length > maxProblems) break;
    }
    validate.errors = errors;
    return errors.length === 0;
  };
  return validate;
}

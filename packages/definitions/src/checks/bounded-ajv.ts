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
 * Ajv that lists all errors, and yet stops: Ajv's own keywords for the entries of a list and the members of a map go to the end
 * of what was given, and keep an error for each. These stop behind `maxProblems`, and do not look into a list or a
 * map that is too long.
 */
export function createBoundedAjv(options: Options): Ajv {
  // The schemas are ours and typed; the schema of schemas is made of the keywords that are replaced here.
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

/** A keyword whose errors are looked for one after the other, until there are enough. */
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

import { isObject } from '../checks/well-shaped.ts';
import { type Compiler, inside, type Keyword, type Occurrence } from './keyword.ts';
import { fail, isValid, type SchemaNode } from './run.ts';

/** Compiles the schemas of a list; undefined = it is none, which is a problem. */
export function compileSchemas(
  { value, position }: Occurrence,
  compiler: Compiler,
): SchemaNode[] | undefined {
  if (!Array.isArray(value) || value.length === 0) {
    compiler.problem(position, 'must be a list of schemas');
    return undefined;
  }
  return value.map((schema, index) => compiler.schema(schema, inside(position, index)));
}

const allOf: Keyword = (occurrence, compiler) => {
  const schemas = compileSchemas(occurrence, compiler);
  if (schemas === undefined) return undefined;
  occurrence.node.applied.push(...schemas);
  return (value, run, path) => {
    let valid = true;
    for (const schema of schemas) {
      if (isValid(schema, value, run, path)) continue;
      valid = false;
      if (path === undefined) break;
    }
    return valid;
  };
};

const anyOf: Keyword = (occurrence, compiler) => {
  const schemas = compileSchemas(occurrence, compiler);
  if (schemas === undefined) return undefined;
  occurrence.node.applied.push(...schemas);
  return (value, run, path) =>
    schemas.some((schema) => isValid(schema, value, run, undefined)) ||
    fail(run, path, 'must match one of the schemas of anyOf');
};

const oneOf: Keyword = (occurrence, compiler) => {
  const schemas = compileSchemas(occurrence, compiler);
  if (schemas === undefined) return undefined;
  occurrence.node.applied.push(...schemas);
  return (value, run, path) => {
    let met = 0;
    for (const schema of schemas) {
      if (isValid(schema, value, run, undefined)) met += 1;
      if (met > 1) return fail(run, path, 'must match only one of the schemas of oneOf');
    }
    return met === 1 || fail(run, path, 'must match one of the schemas of oneOf');
  };
};

const not: Keyword = ({ value, position, node }, compiler) => {
  const schema = compiler.schema(value, position);
  node.applied.push(schema);
  return (instance, run, path) =>
    !isValid(schema, instance, run, undefined) || fail(run, path, 'must not match the schema of not');
};

/** Compiles `then` and `else` too, because without it they have no effect. */
const condition: Keyword = ({ value, schema, node, parent }, compiler) => {
  const compiled = (name: string, given: unknown) => {
    const part = given === undefined ? undefined : compiler.schema(given, inside(parent, name));
    if (part !== undefined) node.applied.push(part);
    return part;
  };
  const test = compiled('if', value)!;
  const then = compiled('then', schema['then']);
  const otherwise = compiled('else', schema['else']);
  return (instance, run, path) => {
    const branch = isValid(test, instance, run, undefined) ? then : otherwise;
    return branch === undefined || isValid(branch, instance, run, path);
  };
};

/** Compiles `then` and `else` without `if`, only because a reference may name them. */
const branch: Keyword = ({ value, position, schema }, compiler) => {
  if (!Object.hasOwn(schema, 'if')) compiler.schema(value, position);
  return undefined;
};

const reference: Keyword = ({ value, position, node }, compiler) => {
  if (typeof value !== 'string' || !value.startsWith('#')) {
    compiler.problem(position, 'must refer to a part of this schema: # or #/$defs/…');
    return undefined;
  }
  const target = compiler.reference(value, position, node);
  return (instance, run, path) => isValid(target.node, instance, run, path);
};

/** Schemas for others to refer to. */
const definitions: Keyword = ({ value, position }, compiler) => {
  if (!isObject(value)) compiler.problem(position, 'must be an object of schemas');
  else for (const name of Object.keys(value)) compiler.schema(value[name], inside(position, name));
  return undefined;
};

/** The keywords that ask other schemas about the same value. */
export const applicators: Readonly<Record<string, Keyword>> = {
  allOf,
  anyOf,
  oneOf,
  not,
  if: condition,
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword, in a table
  then: branch,
  else: branch,
  $ref: reference,
  $defs: definitions,
  definitions,
};

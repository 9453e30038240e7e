import { isObject } from '../checks/well-shaped.ts';
import { type Compiler, inside, type Keyword, type Occurrence } from './keyword.ts';
import { atLeast, atMost, counted, countSteps } from './keywords-of-values.ts';
import { below, fail, isValid, type Run, type SchemaNode, spend } from './run.ts';

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): number | undefined =>
  isObject(value) ? Object.keys(value).length : undefined;

/** Returns the members of an object; undefined = it is none, which is a problem. */
function objectOf({ value, position }: Occurrence, compiler: Compiler): Members | undefined {
  if (isObject(value)) return value;
  compiler.problem(position, 'must be an object');
  return undefined;
}

/** Returns the names of a list; undefined = they are none, or one is repeated, which is a problem. */
function namesOf({ value, position }: Occurrence, compiler: Compiler): string[] | undefined {
  const areNames = Array.isArray(value) && value.every((name) => typeof name === 'string');
  if (areNames && new Set(value).size === value.length) return value;
  compiler.problem(position, 'must be a list of unique names');
  return undefined;
}

const required: Keyword = (occurrence, compiler) => {
  const names = namesOf(occurrence, compiler);
  if (names === undefined) return undefined;
  return (object, run, path) => {
    if (!isObject(object)) return true;
    spend(run.work, names.length);
    let valid = true;
    for (const name of names) {
      if (Object.hasOwn(object, name)) continue;
      valid = fail(run, below(path, name), 'is required');
      if (path === undefined) break;
    }
    return valid;
  };
};

function schemasByName(occurrence: Occurrence, compiler: Compiler): Map<string, SchemaNode> {
  const object = objectOf(occurrence, compiler) ?? {};
  const names = Object.keys(object);
  return new Map(
    names.map((name) => [name, compiler.schema(object[name], inside(occurrence.position, name))]),
  );
}

const properties: Keyword = (occurrence, compiler) => {
  const schemas = schemasByName(occurrence, compiler);
  return (object, run, path) => {
    if (!isObject(object)) return true;
    let valid = true;
    for (const [name, schema] of schemas) {
      spend(run.work, 1);
      if (!Object.hasOwn(object, name)) continue;
      if (isValid(schema, object[name], run, below(path, name))) continue;
      valid = false;
      if (path === undefined) break;
    }
    return valid;
  };
};

type IsNamed = (name: string, run: Run) => boolean;

/** Compiles the patterns of `patternProperties`, each with its schema. */
function patternsOf(occurrence: Occurrence, compiler: Compiler): { isNamed: IsNamed; schema: SchemaNode }[] {
  const object = objectOf(occurrence, compiler) ?? {};
  return Object.keys(object).flatMap((source) => {
    const position = inside(occurrence.position, source);
    const schema = compiler.schema(object[source], position);
    const pattern = compiler.pattern(source, position);
    if (pattern === undefined) return [];
    const isNamed: IsNamed = (name, run) => {
      spend(run.work, countSteps(pattern, name));
      return pattern.isFoundIn(name);
    };
    return [{ isNamed, schema }];
  });
}

const patternProperties: Keyword = (occurrence, compiler) => {
  const patterns = patternsOf(occurrence, compiler);
  return (object, run, path) => {
    if (!isObject(object)) return true;
    let valid = true;
    for (const name of Object.keys(object)) {
      for (const { isNamed, schema } of patterns) {
        if (!isNamed(name, run)) continue;
        if (isValid(schema, object[name], run, below(path, name))) continue;
        valid = false;
        if (path === undefined) return false;
      }
    }
    return valid;
  };
};

const additionalProperties: Keyword = (occurrence, compiler) => {
  const { value, position, schema, parent } = occurrence;
  const node = compiler.schema(value, position);
  const named = new Set(isObject(schema['properties']) ? Object.keys(schema['properties']) : []);
  const sources = isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [];
  const patterns = sources.flatMap((source) => {
    const at = inside(inside(parent, 'patternProperties'), source);
    return compiler.pattern(source, at, { isKnown: true }) ?? [];
  });
  const isAdditional = (name: string, run: Run): boolean =>
    !named.has(name) &&
    !patterns.some((pattern) => {
      spend(run.work, countSteps(pattern, name));
      return pattern.isFoundIn(name);
    });
  return (object, run, path) => {
    if (!isObject(object)) return true;
    let valid = true;
    for (const name of Object.keys(object)) {
      spend(run.work, 1);
      if (!isAdditional(name, run)) continue;
      if (value === false) valid = fail(run, below(path, name), 'is not a known member');
      else if (!isValid(node, object[name], run, below(path, name))) valid = false;
      if (!valid && path === undefined) break;
    }
    return valid;
  };
};

const propertyNames: Keyword = ({ value, position }, compiler) => {
  const node = compiler.schema(value, position);
  return (object, run, path) => {
    if (!isObject(object)) return true;
    let valid = true;
    for (const name of Object.keys(object)) {
      if (isValid(node, name, run, undefined)) continue;
      valid = fail(run, below(path, name), "has a name that doesn't match the schema of propertyNames");
      if (path === undefined) break;
    }
    return valid;
  };
};

/** The keywords about objects. */
export const keywordsOfObjects: Readonly<Record<string, Keyword>> = {
  required,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  minProperties: counted(membersOf, atLeast, (count) => `must have at least ${count} members`),
  maxProperties: counted(membersOf, atMost, (count) => `must have at most ${count} members`),
};

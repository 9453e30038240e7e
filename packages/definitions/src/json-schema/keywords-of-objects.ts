import { isObject } from '../checks/well-shaped.ts';
import { type Compiler, inside, type Keyword, type Occurrence } from './keyword.ts';
import { atLeast, atMost, counted, stepsOf } from './keywords-of-values.ts';
import { below, type Check, fail, isValid, type Run, type SchemaNode, spend } from './run.ts';

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
function namesOf(value: unknown, position: Occurrence['position'], compiler: Compiler): string[] | undefined {
  const areNames = Array.isArray(value) && value.every((name) => typeof name === 'string');
  if (areNames && new Set(value).size === value.length) return value;
  compiler.problem(position, 'must be a list of different names');
  return undefined;
}

/** Looks for names that are missing. */
function hasAll(names: readonly string[], value: Members, run: Run, path: string | undefined): boolean {
  spend(run.work, names.length);
  let valid = true;
  for (const name of names) {
    if (Object.hasOwn(value, name)) continue;
    valid = fail(run, below(path, name), 'is required');
    if (path === undefined) break;
  }
  return valid;
}

const required: Keyword = ({ value, position }, compiler) => {
  const names = namesOf(value, position, compiler);
  if (names === undefined) return undefined;
  return (object, run, path) => !isObject(object) || hasAll(names, object, run, path);
};

const dependentRequired: Keyword = (occurrence, compiler) => {
  const object = objectOf(occurrence, compiler) ?? {};
  const dependents = Object.keys(object).map((name) => {
    const names = namesOf(object[name], inside(occurrence.position, name), compiler) ?? [];
    return { name, names };
  });
  return (value, run, path) => {
    if (!isObject(value)) return true;
    spend(run.work, dependents.length);
    const present = dependents.filter(({ name }) => Object.hasOwn(value, name));
    return present.map(({ names }) => hasAll(names, value, run, path)).every(Boolean);
  };
};

const dependentSchemas: Keyword = (occurrence, compiler) => {
  const schemas = schemasByName(occurrence, compiler);
  occurrence.node.applied.push(...schemas.values());
  return (value, run, path, evaluated) => {
    if (!isObject(value)) return true;
    let valid = true;
    for (const [name, schema] of schemas) {
      spend(run.work, 1);
      if (Object.hasOwn(value, name) && !isValid(schema, value, run, path, evaluated)) valid = false;
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
  return (object, run, path, evaluated) => {
    if (!isObject(object)) return true;
    let valid = true;
    for (const [name, schema] of schemas) {
      spend(run.work, 1);
      if (!Object.hasOwn(object, name)) continue;
      evaluated?.names.add(name);
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
      spend(run.work, stepsOf(pattern, name));
      return pattern.isFoundIn(name);
    };
    return [{ isNamed, schema }];
  });
}

const patternProperties: Keyword = (occurrence, compiler) => {
  const patterns = patternsOf(occurrence, compiler);
  return (object, run, path, evaluated) => {
    if (!isObject(object)) return true;
    let valid = true;
    for (const name of Object.keys(object)) {
      for (const { isNamed, schema } of patterns) {
        if (!isNamed(name, run)) continue;
        evaluated?.names.add(name);
        if (isValid(schema, object[name], run, below(path, name))) continue;
        valid = false;
        if (path === undefined) return false;
      }
    }
    return valid;
  };
};

/** Checks the members that `isOther` says, and counts them as evaluated. */
function others(
  schema: SchemaNode,
  isFalse: boolean,
  isOther: (name: string, run: Run, evaluated: Parameters<Check>[3]) => boolean,
): Check {
  return (object, run, path, evaluated) => {
    if (!isObject(object)) return true;
    let valid = true;
    for (const name of Object.keys(object)) {
      spend(run.work, 1);
      if (!isOther(name, run, evaluated)) continue;
      evaluated?.names.add(name);
      if (isFalse) valid = fail(run, below(path, name), 'is not known here');
      else if (!isValid(schema, object[name], run, below(path, name))) valid = false;
      if (!valid && path === undefined) break;
    }
    return valid;
  };
}

const additionalProperties: Keyword = (occurrence, compiler) => {
  const { value, position, schema, parent } = occurrence;
  const node = compiler.schema(value, position);
  const named = new Set(isObject(schema['properties']) ? Object.keys(schema['properties']) : []);
  const sources = isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [];
  const patterns = sources.flatMap((source) => {
    const at = inside(inside(parent, 'patternProperties'), source);
    return compiler.pattern(source, at, { isKnown: true }) ?? [];
  });
  return others(node, value === false, (name, run) => {
    if (named.has(name)) return false;
    return !patterns.some((pattern) => {
      spend(run.work, stepsOf(pattern, name));
      return pattern.isFoundIn(name);
    });
  });
};

const unevaluatedProperties: Keyword = ({ value, position }, compiler) => {
  compiler.track();
  const node = compiler.schema(value, position);
  return others(node, value === false, (name, _run, evaluated) => evaluated?.names.has(name) === false);
};

const propertyNames: Keyword = ({ value, position }, compiler) => {
  const node = compiler.schema(value, position);
  return (object, run, path) => {
    if (!isObject(object)) return true;
    let valid = true;
    for (const name of Object.keys(object)) {
      if (isValid(node, name, run, undefined)) continue;
      valid = fail(run, below(path, name), 'has a name that does not meet the schema of propertyNames');
      if (path === undefined) break;
    }
    return valid;
  };
};

/** The keywords about objects. */
export const keywordsOfObjects: Readonly<Record<string, Keyword>> = {
  required,
  dependentRequired,
  dependentSchemas,
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  minProperties: counted(membersOf, atLeast, (count) => `must have at least ${count} members`),
  maxProperties: counted(membersOf, atMost, (count) => `must have at most ${count} members`),
  unevaluatedProperties,
};

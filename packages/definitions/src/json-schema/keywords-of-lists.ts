import { canonical } from './canonical.ts';
import type { Keyword } from './keyword.ts';
import { schemasOf } from './applicators.ts';
import { atLeast, atMost, counted } from './keywords-of-values.ts';
import { below, fail, isValid, type SchemaNode } from './run.ts';

const entriesOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);

const prefixItems: Keyword = (occurrence, compiler) => {
  const schemas = schemasOf(occurrence, compiler);
  if (schemas === undefined) return undefined;
  return (value, run, path, evaluated) => {
    if (!Array.isArray(value)) return true;
    let valid = true;
    for (const [index, schema] of schemas.slice(0, value.length).entries()) {
      evaluated?.indexes.add(index);
      if (isValid(schema, value[index], run, below(path, index))) continue;
      valid = false;
      if (path === undefined) break;
    }
    return valid;
  };
};

/** Checks that all entries from an index on are valid. */
const items: Keyword = ({ value, position, schema }, compiler) => {
  const node = compiler.schema(value, position);
  const from = Array.isArray(schema['prefixItems']) ? schema['prefixItems'].length : 0;
  return (list, run, path, evaluated) => {
    if (!Array.isArray(list)) return true;
    let valid = true;
    for (let index = from; index < list.length; index += 1) {
      evaluated?.indexes.add(index);
      if (isValid(node, list[index], run, below(path, index))) continue;
      valid = false;
      if (path === undefined) break;
    }
    return valid;
  };
};

/** Compiles `contains` with `minContains` and `maxContains`, which have no effect without it. */
const contains: Keyword = ({ value, position, schema }, compiler) => {
  const node = compiler.schema(value, position);
  const least = typeof schema['minContains'] === 'number' ? schema['minContains'] : 1;
  const most = typeof schema['maxContains'] === 'number' ? schema['maxContains'] : Infinity;
  const message =
    most === Infinity
      ? `must contain at least ${least} entries that meet the schema of contains`
      : `must contain ${least} to ${most} entries that meet the schema of contains`;
  return (list, run, path, evaluated) => {
    if (!Array.isArray(list)) return true;
    let found = 0;
    for (const [index, entry] of list.entries()) {
      if (!isValid(node, entry, run, undefined)) continue;
      found += 1;
      evaluated?.indexes.add(index);
    }
    return (found >= least && found <= most) || fail(run, path, message);
  };
};

const uniqueItems: Keyword = ({ value, position }, compiler) => {
  if (typeof value !== 'boolean') compiler.problem(position, 'must be true or false');
  if (value !== true) return undefined;
  return (list, run, path) => {
    if (!Array.isArray(list)) return true;
    const texts = new Set<string>();
    for (const [index, entry] of list.entries()) {
      texts.add(canonical(entry, run.work));
      if (texts.size <= index) return fail(run, path, 'must not hold the same entry twice');
    }
    return true;
  };
};

const unevaluatedItems: Keyword = ({ value, position }, compiler) => {
  compiler.track();
  const node: SchemaNode = compiler.schema(value, position);
  return (list, run, path, evaluated) => {
    if (!Array.isArray(list) || evaluated === undefined) return true;
    let valid = true;
    for (const [index, entry] of list.entries()) {
      if (evaluated.indexes.has(index)) continue;
      evaluated.indexes.add(index);
      if (isValid(node, entry, run, below(path, index))) continue;
      valid = false;
      if (path === undefined) break;
    }
    return valid;
  };
};

/** The keywords about lists. */
export const keywordsOfLists: Readonly<Record<string, Keyword>> = {
  prefixItems,
  items,
  contains,
  minContains: counted(
    () => undefined,
    atLeast,
    () => '',
  ),
  maxContains: counted(
    () => undefined,
    atMost,
    () => '',
  ),
  minItems: counted(entriesOf, atLeast, (count) => `must have at least ${count} entries`),
  maxItems: counted(entriesOf, atMost, (count) => `must have at most ${count} entries`),
  uniqueItems,
  unevaluatedItems,
};

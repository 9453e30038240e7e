import { canonical } from './canonical.ts';
import type { Keyword } from './keyword.ts';
import { compileSchemas } from './applicators.ts';
import { atLeast, atMost, counted } from './keywords-of-values.ts';
import { below, fail, isValid } from './run.ts';

const entriesOf = (value: unknown): number | undefined => (Array.isArray(value) ? value.length : undefined);

const prefixItems: Keyword = (occurrence, compiler) => {
  const schemas = compileSchemas(occurrence, compiler);
  if (schemas === undefined) return undefined;
  return (value, run, path) => {
    if (!Array.isArray(value)) return true;
    let valid = true;
    for (const [index, schema] of schemas.slice(0, value.length).entries()) {
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
  return (list, run, path) => {
    if (!Array.isArray(list)) return true;
    let valid = true;
    for (let index = from; index < list.length; index += 1) {
      if (isValid(node, list[index], run, below(path, index))) continue;
      valid = false;
      if (path === undefined) break;
    }
    return valid;
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
      if (texts.size <= index) return fail(run, path, 'must not have duplicate entries');
    }
    return true;
  };
};

/** The keywords about lists. */
export const keywordsOfLists: Readonly<Record<string, Keyword>> = {
  prefixItems,
  items,
  minItems: counted(entriesOf, atLeast, (count) => `must have at least ${count} entries`),
  maxItems: counted(entriesOf, atMost, (count) => `must have at most ${count} entries`),
  uniqueItems,
};

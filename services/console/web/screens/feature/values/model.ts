/** The editable grid of a feature: variables are columns, variations rows. Pure: nothing is changed in place. */
import type { Feature } from '../../../api/types.ts';
import { initialText, parseValue, formatValue, type ValueType } from './value.ts';

export type Constraints = Feature['variables'][number]['constraints'];

export interface GridVariable {
  /** Its stored slug, or a key that is no slug for a new one. Cells keep it while the variable is renamed. */
  readonly key: string;
  readonly slug: string;
  readonly type: ValueType;
  readonly client: boolean;
  readonly description: string;
  readonly constraints: Constraints;
}

export interface GridVariation {
  readonly key: string;
  readonly slug: string;
  readonly name: string;
  /** Values as text, by the key of the variable. */
  readonly values: Readonly<Record<string, string>>;
}

export interface Grid {
  readonly variables: readonly GridVariable[];
  readonly variations: readonly GridVariation[];
}

export function toGrid({ variables, variations }: Pick<Feature, 'variables' | 'variations'>): Grid {
  return {
    variables: variables.map(({ slug, type, client, description, constraints }) => ({
      key: slug,
      slug,
      type,
      client,
      description,
      constraints,
    })),
    variations: variations.map(({ slug, name, values }) => ({
      key: slug,
      slug,
      name,
      values: Object.fromEntries(
        variables.map((each) => [each.slug, formatValue(each.type, values[each.slug])]),
      ),
    })),
  };
}

/** Returns whether a part is new. Keys of new parts begin with a plus, which no slug does. */
export const isNew = (key: string) => key.startsWith('+');

/** Returns an unused key. */
function newKey(parts: readonly { readonly key: string }[]): string {
  const numbers = parts.filter(({ key }) => isNew(key)).map(({ key }) => Number(key.slice(1)));
  return `+${Math.max(0, ...numbers) + 1}`;
}

export function addVariable<Of extends Grid>(grid: Of, variable: Pick<GridVariable, 'slug' | 'type'>): Of {
  const key = newKey(grid.variables);
  const added = { key, client: false, description: '', constraints: null, ...variable };
  return {
    ...grid,
    variables: [...grid.variables, added],
    variations: grid.variations.map((each) => ({
      ...each,
      values: { ...each.values, [key]: initialText[variable.type] },
    })),
  };
}

export function changeVariable<Of extends Grid>(
  grid: Of,
  key: string,
  changed: Partial<Omit<GridVariable, 'key'>>,
): Of {
  const variables = grid.variables.map((each) => (each.key === key ? { ...each, ...changed } : each));
  return { ...grid, variables };
}

export function removeVariable<Of extends Grid>(grid: Of, key: string): Of {
  return {
    ...grid,
    variables: grid.variables.filter((each) => each.key !== key),
    variations: grid.variations.map(({ values: { [key]: _removed, ...values }, ...each }) => ({
      ...each,
      values,
    })),
  };
}

/** Adds a variation with the values of the last one, because most of them will be the same. */
export function addVariation<Of extends Grid>(grid: Of, variation: Pick<GridVariation, 'slug' | 'name'>): Of {
  const values =
    grid.variations.at(-1)?.values ??
    Object.fromEntries(grid.variables.map(({ key, type }) => [key, initialText[type]]));
  const added = { key: newKey(grid.variations), ...variation, values };
  return { ...grid, variations: [...grid.variations, added] };
}

export function changeVariation<Of extends Grid>(
  grid: Of,
  key: string,
  changed: Partial<Pick<GridVariation, 'slug' | 'name'>>,
): Of {
  const variations = grid.variations.map((each) => (each.key === key ? { ...each, ...changed } : each));
  return { ...grid, variations };
}

export function removeVariation<Of extends Grid>(grid: Of, key: string): Of {
  return { ...grid, variations: grid.variations.filter((each) => each.key !== key) };
}

/** Moves a variation up or down, no further than the ends. */
export function moveVariation<Of extends Grid>(grid: Of, key: string, by: number): Of {
  const at = grid.variations.findIndex((each) => each.key === key);
  const to = Math.min(Math.max(at + by, 0), grid.variations.length - 1);
  return { ...grid, variations: grid.variations.toSpliced(at, 1).toSpliced(to, 0, grid.variations[at]!) };
}

export function withValue<Of extends Grid>(grid: Of, variation: string, variable: string, text: string): Of {
  return {
    ...grid,
    variations: grid.variations.map((each) =>
      each.key === variation ? { ...each, values: { ...each.values, [variable]: text } } : each,
    ),
  };
}

/** Returns the path of a value in the server's errors. */
export function valuePath(row: number, slug: string): string {
  const path = `variations[${row}].values`;
  return /^[\w-]+$/.test(slug) ? `${path}.${slug}` : `${path}[${JSON.stringify(slug)}]`;
}

/** Returns the problems of values that are not valid to send, by the path of the server's errors. */
export function findProblems({ variables, variations }: Grid): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [row, { values }] of variations.entries()) {
    for (const { key, slug, type } of variables) {
      const { problem } = parseValue(type, values[key] ?? '');
      if (problem !== undefined) found.set(valuePath(row, slug), problem);
    }
  }
  return found;
}

/** Returns the grid as the API takes it. Call it only if `findProblems` finds none. A merge finds parts by their slugs, a save by `was`. */
export function toBody({ variables, variations }: Grid, { isForMerge = false } = {}) {
  const withWas = (key: string) => (isForMerge ? {} : { was: isNew(key) ? null : key });
  const valueOf = (type: ValueType, text = '') => {
    const parsed = parseValue(type, text);
    return 'value' in parsed ? parsed.value : null;
  };
  return {
    variables: variables.map(({ key, ...variable }) => ({ ...variable, ...withWas(key) })),
    variations: variations.map(({ key, slug, name, values }) => ({
      slug,
      name: name || slug,
      ...withWas(key),
      values: Object.fromEntries(variables.map((each) => [each.slug, valueOf(each.type, values[each.key])])),
    })),
  };
}

/**
 * Returns a grid in terms of another stored version: a part is the stored one with the same key in the draft, else the stored one with the
 * same slug, else new.
 */
export function carryOver(grid: Grid, stored: Grid, draft: Grid): Grid {
  const variables = rekey(grid.variables, stored.variables, draft.variables);
  const variations = rekey(grid.variations, stored.variations, draft.variations);
  return {
    variables: grid.variables.map((each) => ({ ...each, key: variables(each.key) })),
    variations: grid.variations.map(({ key, values, ...each }) => ({
      ...each,
      key: variations(key),
      values: Object.fromEntries(Object.entries(values).map(([of, value]) => [variables(of), value])),
    })),
  };
}

type Part = GridVariable | GridVariation;

/** Returns a function from keys of parts to keys of stored parts. */
function rekey(
  parts: readonly Part[],
  stored: readonly Part[],
  draft: readonly Part[],
): (key: string) => string {
  const free = new Set(stored.map(({ key }) => key));
  const keys = new Map<string, string>();
  const pairBy = (find: (part: Part) => string | undefined) => {
    for (const part of parts) {
      const found = keys.has(part.key) ? undefined : find(part);
      if (found !== undefined && free.delete(found)) keys.set(part.key, found);
    }
  };
  pairBy(({ slug }) => draft.find((each) => each.slug === slug)?.key);
  pairBy(({ slug }) => slug);
  for (const { key } of parts) {
    if (!keys.has(key)) keys.set(key, newKey([...keys.values()].map((each) => ({ key: each }))));
  }
  return (key) => keys.get(key) ?? key;
}

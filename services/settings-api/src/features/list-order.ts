import { settingsErrors } from '../framework/errors.ts';
import { compositeKey, readCompositeCursor } from '../framework/http/composite-cursor.ts';
import { readCursor } from '../framework/http/page.ts';
import { withTimes } from '../framework/schemas.ts';
import type { ListedFeatureRow } from './representation.ts';

export const sorts = ['slug', 'name', 'updated_at', 'last_evaluated_at'] as const;
export const orders = ['asc', 'desc'] as const;

/** The order of a list of features. Features that are equal follow their slugs. */
export interface ListOrder {
  readonly sort: (typeof sorts)[number];
  readonly order: (typeof orders)[number];
}

/** The beginning of a page: after the feature with this value, and of those that have it after this slug. */
export interface Position extends ListOrder {
  readonly value: string;
  readonly slug: string;
}

type PositionKey = readonly [sort: string, order: string, value: string, slug: string];

/** In PostgreSQL's words, for features that nobody has asked for. */
const never = '-infinity';

/** Returns the text of a cursor. The list by slug has only the slug; others include their order. */
export function positionKey({ sort, order }: ListOrder, row: ListedFeatureRow): string {
  if (sort === 'slug' && order === 'asc') return row.slug;
  const value = {
    slug: row.slug,
    name: row.name,
    updated_at: withTimes(row).updated_at,
    last_evaluated_at: row.last_evaluated_at?.toISOString() ?? never,
  }[sort];
  return compositeKey([sort, order, value, row.slug]);
}

/** Returns the position of a cursor; undefined = from the beginning. Throws 400 for one of another order. */
export function readPosition(cursor: string | undefined, wanted: ListOrder): Position | undefined {
  if (wanted.sort === 'slug' && wanted.order === 'asc') {
    const slug = readCursor(cursor, (key) => !key.startsWith('['));
    return slug === undefined ? undefined : { ...wanted, value: slug, slug };
  }
  const key = readCompositeCursor(cursor, isPositionKey);
  if (key === undefined) return undefined;
  const [sort, order, value, slug] = key;
  if (sort !== wanted.sort || order !== wanted.order) {
    const message = `is a cursor of a list with sort=${sort} and order=${order}`;
    throw settingsErrors.invalid([{ path: 'query.cursor', message }]);
  }
  return { ...wanted, value, slug };
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function isPositionKey(key: readonly unknown[]): key is PositionKey {
  const [sort, order, value, slug] = key;
  if (key.length !== 4 || key.some((part) => typeof part !== 'string')) return false;
  if (!sorts.some((each) => each === sort) || !orders.some((each) => each === order)) return false;
  if (typeof slug !== 'string' || typeof value !== 'string') return false;
  if (sort === 'slug' || sort === 'name') return true;
  return (
    (instant.test(value) && !Number.isNaN(Date.parse(value))) ||
    (sort === 'last_evaluated_at' && value === never)
  );
}

/** Returns SQL for the sort key of a list, from a row `feature` and, for the last evaluation, `evaluated`. */
export function orderedBy(sort: ListOrder['sort']): string {
  switch (sort) {
    case 'name':
      return 'lower(feature.name COLLATE "und-x-icu")';
    case 'updated_at':
      // As the answer tells it (`withTimes`).
      return 'greatest(feature.updated_at, feature.created_at)';
    case 'last_evaluated_at':
      return `coalesce(evaluated.at, '${never}')`;
    default:
      return 'feature.slug';
  }
}

import { Type } from '@bunting/definitions/type';
import type { TProperties, TSchema } from 'typebox';
import { settingsErrors } from '../errors.ts';
import { querySchema } from './query.ts';

const maxItems = 200;

/** Bytes of a page's items as JSON. A longer item has its own page. */
export const maxPageBytes = 1024 * 1024;

const pageParameters = {
  limit: Type.Integer({
    minimum: 1,
    maximum: maxItems,
    default: 50,
    description: 'the maximum number of items per page; a page ends at 1 MiB',
  }),
  cursor: Type.Optional(Type.String({ description: 'the `next_cursor` of the previous page' })),
};

/** Returns the schema of a list's query: `limit`, `cursor`, and its own filters. */
export function pageQuery<Filters extends TProperties>(filters: Filters) {
  return querySchema({ ...pageParameters, ...filters });
}

/** Returns the schema of a list's answer. It has a name if its items have one. */
export function createPageSchema<Item extends TSchema>(item: Item) {
  const { title } = item as { title?: string };
  return Type.Object(
    {
      items: Type.Array(item),
      next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'null = this is the last page' }),
    },
    title === undefined ? {} : { title: `${title}Page` },
  );
}

export interface Page<Item> {
  items: Item[];
  next_cursor: string | null;
}

export interface PageOptions {
  /** There are more rows than have been read. */
  readonly isCut: boolean;
  /** Formats an item, if not as JSON.stringify does. */
  readonly textOf?: (item: unknown) => string;
}

/**
 * Returns a page of rows that were read in the list's order with a limit of one more than requested. The next page begins after
 * the key of `keyOf`: pages follow a key, never an offset, so that the last page costs as much as the first and nothing is
 * skipped or repeated when rows come and go. A page ends early if its items are large.
 */
export function toPage<Row, Item>(
  rows: readonly Row[],
  limit: number,
  keyOf: (row: Row) => string,
  toItem: (row: Row) => Item,
  { isCut, textOf = JSON.stringify }: PageOptions,
): Page<Item> {
  const items: Item[] = [];
  let bytes = 0;
  for (const row of rows.slice(0, limit)) {
    const item = toItem(row);
    bytes += Buffer.byteLength(textOf(item)) + 1;
    if (bytes > maxPageBytes && items.length > 0) break;
    items.push(item);
  }
  const last = rows[items.length - 1];
  const isLast = items.length === rows.length && !isCut;
  return { items, next_cursor: isLast || last === undefined ? null : encodeCursor(keyOf(last)) };
}

/** Returns the cursor of the page after a key. */
export function encodeCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** Returns the key of the cursor; undefined = from the beginning. `isKey` says whether the list has keys of this form. */
export function readCursor(
  cursor: string | undefined,
  isKey: (key: string) => boolean = () => true,
): string | undefined {
  if (cursor === undefined) return undefined;
  const key = Buffer.from(cursor, 'base64url').toString();
  if (encodeCursor(key) !== cursor || key.includes('\0') || !isKey(key)) {
    throw settingsErrors.invalid([{ path: 'query.cursor', message: 'is not a cursor of this list' }]);
  }
  return key;
}

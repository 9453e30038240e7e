import { Type } from '@bunting/definitions/type';
import type { TProperties, TSchema } from 'typebox';
import { settingsErrors } from '../errors.ts';
import { querySchema } from './query.ts';

const maxItems = 200;

/** How long the items of a page may be as JSON. A single item that is longer has a page of its own. */
export const maxPageBytes = 1024 * 1024;

const pageParameters = {
  limit: Type.Integer({
    minimum: 1,
    maximum: maxItems,
    default: 50,
    description: 'items of a page, which has fewer where they are large: it ends at 1 MiB',
  }),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before' })),
};

/** The query of a list: `limit`, `cursor`, and its own filters. */
export function pageQuery<Filters extends TProperties>(filters: Filters) {
  return querySchema({ ...pageParameters, ...filters });
}

/** What a list answers. It has a name if its items have one. */
export function pageOf<Item extends TSchema>(item: Item) {
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
  /** How an item is written, if not as JSON.stringify does. */
  readonly textOf?: (item: unknown) => string;
}

/**
 * A page from rows that were read with a limit of one more than asked for, in the list's order. `keyOf` is what the next page
 * begins after: pages follow a key, never an offset, so that they cost the same however far one reads and nothing is
 * skipped or repeated when rows come and go. A page ends early where its items are large.
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

/** The cursor of the page after a key. */
export function encodeCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

/** The key that the cursor stands for; undefined = from the beginning. `isKey` says whether the list has keys of this form. */
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

interface PageOfList<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** A list that is loaded as a whole. */
export interface WholeList<Item> {
  readonly items: readonly Item[];
  /** True if there are more items than the loaded pages. */
  readonly isCut: boolean;
}

const maxPages = 10;

/** Reads the first ten pages of a list, of 200 items each. Throws an ApiError. */
export async function readWholeList<Item>(
  readPage: (query: { limit: number; cursor?: string }) => Promise<PageOfList<Item>>,
): Promise<WholeList<Item>> {
  const items: Item[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await readPage({ limit: 200, ...(cursor !== null && { cursor }) });
    items.push(...page.items);
    cursor = page.next_cursor;
    if (cursor === null) break;
  }
  return { items, isCut: cursor !== null };
}

interface PageOfList<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** A list that is shown as a whole. */
export interface WholeList<Item> {
  readonly items: readonly Item[];
  /** Whether there are more than the pages that are read. */
  readonly isCut: boolean;
}

const maxPages = 10;

/** What a list has on its first ten pages of 200. Most have one. Throws an ApiError. */
export async function wholeListOf<Item>(
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

/** Ids of changes made on this page, from response headers. The change stream ignores them. */
const own = new Set<string>();
const maxKnown = 1_000;

/** Adds an id, and removes the oldest if there are too many. */
export function remember(ids: Set<string>, id: string): void {
  ids.add(id);
  if (ids.size > maxKnown) ids.delete(ids.values().next().value!);
}

export const rememberOwn = (changeId: string): void => remember(own, changeId);

export const isOwnChange = (changeId: string | null | undefined): boolean =>
  typeof changeId === 'string' && own.has(changeId);

/** Changes that were made in this page, by their ids in headers of answers. They are not announced to whoever made them. */
const own = new Set<string>();
const maxKnown = 1_000;

export function rememberOwn(changeId: string): void {
  own.add(changeId);
  if (own.size > maxKnown) own.delete(own.values().next().value!);
}

export const isOwnChange = (changeId: string | null | undefined): boolean =>
  typeof changeId === 'string' && own.has(changeId);

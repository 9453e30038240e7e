/** Where a change would serve something else, as the button that saves it says. Pure. */

export interface WhereServed {
  /** "Production and Staging"; '' = nowhere. */
  readonly list: string;
  /** One of them is protected. */
  readonly isProtected: boolean;
}

interface Named {
  readonly slug: string;
  readonly name: string;
}

/** More names than these would not be read. */
const maxNames = 3;

/**
 * Protected environments first, each in the order of `environments`. A dry run tells the first places, protected ones before the others, and
 * how many it leaves out: those may be in further environments.
 */
export function whereServed(
  touches: readonly { readonly environment: string; readonly protected: boolean }[],
  omitted: number,
  environments: readonly Named[],
): WhereServed {
  const found = new Map(touches.map((touch) => [touch.environment, touch.protected]));
  const rank = (slug: string) => environments.findIndex((each) => each.slug === slug) + 1 || Infinity;
  const slugs = [...found.keys()].toSorted(
    (one, other) => Number(found.get(other)) - Number(found.get(one)) || rank(one) - rank(other) || 0,
  );
  const names = slugs.map((slug) => environments.find((each) => each.slug === slug)?.name ?? slug);
  const rest = names.length - maxNames;
  const mayBeMore = omitted > 0 && names.length < environments.length;
  const last = mayBeMore ? ['others'] : rest > 0 ? [`${rest} more`] : [];
  return {
    list: new Intl.ListFormat('en-GB').format([...names.slice(0, maxNames), ...last]),
    isProtected: [...found.values()].includes(true),
  };
}

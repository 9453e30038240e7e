/** The affected environments of a change, for the label of the save button. Pure. */

interface AffectedEnvironments {
  /** For example "Production and Staging"; '' = none. */
  readonly list: string;
  /** One of them is protected. */
  readonly isProtected: boolean;
}

interface Named {
  readonly slug: string;
  readonly name: string;
}

/** Longer lists are not read. */
const maxNames = 3;

/**
 * Returns the affected environments, protected ones first, in the order of `environments`. A dry run lists only the first places; the
 * omitted ones can be in further environments.
 */
export function findAffectedEnvironments(
  touches: readonly { readonly environment: string; readonly protected: boolean }[],
  omitted: number,
  environments: readonly Named[],
): AffectedEnvironments {
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

/** Returns whether one of the affected environments asks for a comment. */
export function isCommentRequired(
  touches: readonly { readonly environment: string }[],
  environments: readonly { readonly slug: string; readonly comment_required: boolean }[],
): boolean {
  return environments.some(
    ({ slug, comment_required: isRequired }) =>
      isRequired && touches.some((touch) => touch.environment === slug),
  );
}

/**
 * The protected environments in which a change would serve something else, as a list in words; '' = none. A dry run tells the first places,
 * protected ones before the others, and how many it leaves out.
 */
export function guardedOf(
  touches: readonly { readonly environment: string; readonly protected: boolean }[],
  omitted: number,
  environments: readonly { readonly slug: string; readonly name: string }[],
): string {
  const slugs = new Set(touches.filter((touch) => touch.protected).map(({ environment }) => environment));
  const names = [...slugs].map((slug) => environments.find((each) => each.slug === slug)?.name ?? slug);
  const mayBeMore = omitted > 0 && touches.at(-1)?.protected === true;
  return new Intl.ListFormat('en-GB').format(mayBeMore ? [...names, 'others'] : names);
}

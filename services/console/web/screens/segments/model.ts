/** A segment as it is edited, and who may edit what of it. Pure. */
import type { Group } from '../../api/types.ts';

export interface Document {
  readonly name: string;
  readonly any_of: readonly Group[];
}

/** What the server sends, in the form in which it is edited. */
export const documentOf = ({ name, any_of }: { name: string; any_of: readonly Group[] }): Document => ({
  name,
  any_of,
});

/** The names of the protected environments whose rules name the segment. */
export function protectedOf(
  uses: readonly { readonly environment: string; readonly protected: boolean }[],
  nameOf: (environment: string) => string,
): readonly string[] {
  const named = uses.filter((use) => use.protected).map(({ environment }) => environment);
  return [...new Set(named)].map(nameOf);
}

/** "Production and Live". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

/** Why the conditions may not be changed by whoever may define segments; undefined = they may. */
export function refusalOfConditions(
  environments: readonly string[],
  refusalToServe: string | undefined,
): string | undefined {
  if (environments.length === 0 || refusalToServe === undefined) return undefined;
  return `Rules in ${listed(environments)} use this segment, so only admins and owners can change its conditions. You can change its name.`;
}

/** What saving does to what is served, in words. That nothing is touched does not say that no rule names the segment. */
export function saidOfServing({
  base,
  drafted,
  isChanged,
  isTouched,
  isUsed,
}: {
  base: Document;
  drafted: Document;
  /** The dry run has lines. */
  isChanged: boolean;
  /** The dry run tells places where something else is served. */
  isTouched: boolean;
  /** Rules name it. */
  isUsed: boolean;
}): string {
  if (!isChanged) return 'No changes';
  if (isTouched) return 'Users who enter or leave the segment get other variations within a second.';
  if (JSON.stringify(base.any_of) === JSON.stringify(drafted.any_of))
    return 'Only the name changes. Evaluations stay the same.';
  return isUsed ? 'Evaluations stay the same.' : 'No rule uses it, so evaluations stay the same.';
}

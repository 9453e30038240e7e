/** The editable segment and its permissions. Pure. */
import type { Group } from '../../api/types.ts';

export interface Document {
  readonly name: string;
  readonly any_of: readonly Group[];
}

/** Converts a segment of the API to an editable document. */
export const toDocument = ({ name, any_of }: { name: string; any_of: readonly Group[] }): Document => ({
  name,
  any_of,
});

/** Returns the names of the protected environments whose rules use the segment. */
export function findProtected(
  uses: readonly { readonly environment: string; readonly protected: boolean }[],
  nameOf: (environment: string) => string,
): readonly string[] {
  const named = uses.filter((use) => use.protected).map(({ environment }) => environment);
  return [...new Set(named)].map(nameOf);
}

/** Formats a list as "Production and Live". */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names);
}

/** Returns why the conditions cannot be changed by a user who can define segments; undefined = they can. */
export function getConditionsReason(
  environments: readonly string[],
  serveReason: string | undefined,
): string | undefined {
  if (environments.length === 0 || serveReason === undefined) return undefined;
  return `Rules in ${listed(environments)} use this segment, so only admins and owners can change its conditions. You can change its name.`;
}

/** Describes the effect of saving. That nothing is affected does not mean that no rule uses the segment. */
export function describeEffect({
  base,
  drafted,
  isChanged,
  isTouched,
  isUsed,
}: {
  base: Document;
  drafted: Document;
  /** The dry run has changes. */
  isChanged: boolean;
  /** The dry run has affected environments. */
  isTouched: boolean;
  /** Rules use it. */
  isUsed: boolean;
}): string {
  if (!isChanged) return 'No changes';
  if (isTouched) return 'Users who enter or leave the segment get other variations within a second.';
  if (JSON.stringify(base.any_of) === JSON.stringify(drafted.any_of))
    return 'Only the name changes. Evaluations stay the same.';
  return isUsed ? 'Evaluations stay the same.' : 'No rule uses it, so evaluations stay the same.';
}

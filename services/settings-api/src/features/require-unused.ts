import { readVariationUses, type ChangeTransaction, type VariationState } from '@bunting/changes';
import type { Problem } from '@bunting/definitions/checks';
import { settingsErrors } from '../framework/errors.ts';

/** Throws 409 where an environment serves one of the variations; the error names the rules, defaults and overrides. */
export async function requireUnused(
  transaction: ChangeTransaction,
  variations: readonly Pick<VariationState, 'id' | 'slug'>[],
): Promise<void> {
  const holders: Problem[] = [];
  for (const { id, slug } of variations) {
    const uses = await readVariationUses(transaction, id);
    holders.push(
      ...uses.map(({ environment, location }) => ({
        path: `${environment.slug}: ${location}`,
        message: `serves ${slug}`,
      })),
    );
  }
  if (holders.length === 0) return;
  const one = variations.find(({ slug }) => holders.some(({ message }) => message === `serves ${slug}`));
  throw settingsErrors.inUse(`The variation "${one?.slug}"`, holders);
}

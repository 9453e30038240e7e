import { readVariationUses, type ChangeTransaction, type VariationState } from '@bunting/changes';
import type { Problem } from '@bunting/definitions/checks';
import { settingsErrors } from '../framework/errors.ts';

/** Throws 409 where an environment serves one of the variations; the error names the rules, defaults and overrides. */
export async function requireUnused(
  transaction: ChangeTransaction,
  variations: readonly Pick<VariationState, 'id' | 'slug'>[],
): Promise<void> {
  const holders: Problem[] = [];
  let used: string | undefined;
  for (const { id, slug } of variations) {
    const uses = await readVariationUses(transaction, id);
    if (uses.length > 0) used ??= slug;
    for (const { environment, feature, location, path } of uses) {
      holders.push({
        path,
        message: `${location} in ${environment.slug}: serves ${slug}`,
        code: 'in_use',
        resource: { kind: 'feature', slug: feature, environment: environment.slug },
      });
    }
  }
  if (used !== undefined) throw settingsErrors.inUse({ kind: 'variation', slug: used }, holders);
}

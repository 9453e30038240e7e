import { memberPath } from '@bunting/definitions/checks';
import type { ChangeTransaction } from '../change-transaction.ts';

/**
 * Returns the path of a problem in a feature. A request is about one feature, so the path begins in it. A document has several, so the path
 * begins with the slug: `features.checkout.variables[0].slug`.
 */
export function featurePath(
  { source }: Pick<ChangeTransaction, 'source'>,
  { slug }: { readonly slug: string },
  path: string,
): string {
  if (source !== 'import' && source !== 'bootstrap') return path;
  return `${memberPath('features', slug)}.${path}`;
}

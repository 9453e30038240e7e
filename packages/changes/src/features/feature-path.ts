import { memberPath } from '@bunting/definitions/checks';
import type { ChangeTransaction } from '../change-transaction.ts';

/**
 * The path of a problem that the door finds in a feature. A request is about one feature, so the path begins in it; a document has many,
 * and the door does not know where in the document a feature is, so its slug comes first: `features.checkout.variables[0].slug`.
 */
export function featurePath(
  { source }: Pick<ChangeTransaction, 'source'>,
  { slug }: { readonly slug: string },
  path: string,
): string {
  if (source !== 'import' && source !== 'bootstrap') return path;
  return `${memberPath('features', slug)}.${path}`;
}

import { memberPath } from '@bunting/definitions/checks';
import type { ChangeTransaction } from '../change-transaction.ts';

/** Returns the path of a targeting in a request: a document names the feature and the environment, others are the targeting itself. */
export function targetingPath(
  { source }: Pick<ChangeTransaction, 'source'>,
  feature: string,
  environment: string,
): string {
  if (source !== 'import' && source !== 'bootstrap') return '';
  return ['features', feature, 'environments', environment, 'targeting'].reduce(memberPath, '');
}

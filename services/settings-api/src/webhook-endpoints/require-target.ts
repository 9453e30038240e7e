import { checkTarget } from '@bunting/webhooks';
import type { Dependencies } from '../dependencies.ts';
import { settingsErrors } from '../framework/errors.ts';

/** Contract §6.4: an address that webhooks may not be sent to, or that does not resolve, is refused when it is saved. */
export async function requireTarget(
  url: string,
  { webhookTargets }: Pick<Dependencies, 'webhookTargets'>,
): Promise<void> {
  const checked = await checkTarget(url, webhookTargets);
  if (checked.verdict !== 'allowed') {
    throw settingsErrors.invalid([{ path: 'url', message: `cannot be sent to: ${checked.reason}` }]);
  }
}

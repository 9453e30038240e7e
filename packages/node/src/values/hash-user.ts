import { hashText } from '@bunting/sdk-core';
import type { WireUser } from '../user/user.ts';

/**
 * Returns the hash that names the user of evaluations: of the id, else of the e-mail address in lower case, else of the device. `@bunting/client` makes
 * the same of the user of its page (contract/clients/user-hashes.json), so that it does not take a page that a cache gave to another user for its own.
 */
export function hashUser({ id, email, custom_data: customData }: WireUser): string {
  const device = (customData as { anonymous_id?: unknown } | null | undefined)?.anonymous_id;
  return hashText(toText(id) || toText(email).toLowerCase() || `\0${toText(device)}`);
}

function toText(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? `${value}` : '';
}

import type { WireUser } from '../user/user.ts';

/**
 * Whom evaluations are of, as a hash: the id, else the e-mail address in lower case, else the device. `@bunting/client` makes the same of
 * the user of its page (contract/clients/user-hashes.json), so that a page which a cache gives to somebody else is not taken for theirs.
 */
export function userHashOf({ id, email, custom_data: customData }: WireUser): string {
  const device = (customData as { anonymous_id?: unknown } | null | undefined)?.anonymous_id;
  return hashOf(textOf(id) || textOf(email).toLowerCase() || `\0${textOf(device)}`);
}

function textOf(value: unknown): string {
  return typeof value === 'number' || typeof value === 'string' ? `${value}` : '';
}

/** 32 bits (FNV-1a) and the length. */
function hashOf(text: string): string {
  let hash = 0;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 16_777_619);
  return `${hash}.${text.length}`;
}

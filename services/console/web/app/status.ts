import type { OwnOrganisation } from '../api/types.ts';

/** Returns a sentence about what does not work in an organisation with this status; undefined = everything works. */
export function statusSentence({
  name,
  status,
  plan,
}: Pick<OwnOrganisation, 'name' | 'status' | 'plan'>): string | undefined {
  if (status === 'suspended') {
    return `${name} is suspended: whatever its applications ask is refused (403). What you change here is kept. Ask the people who run this installation.`;
  }
  if (status === 'inactive' && plan !== 'free') {
    return `${name} has no subscription: whatever its applications ask is refused (403). What you change here is kept. Ask the people who run this installation.`;
  }
  return undefined;
}

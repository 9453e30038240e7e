import type { Membership, Role } from '../api/types.ts';

/** What each role may do, as people say it. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  viewer: 'reads everything and changes nothing',
  member: 'changes features and segments, and what is served outside protected environments',
  admin: 'everything but making owners: protected environments, projects, keys, people, tokens',
  owner: 'everything, and makes and unmakes owners',
};

export const rolesOf = Object.keys(roleMeanings) as Role[];

/** How many addresses are invited at once. */
export const maxInvited = 50;

export interface Addresses {
  readonly addresses: readonly string[];
  /** What is no e-mail address. */
  readonly wrong: readonly string[];
}

/** The addresses of a text, split by commas, semicolons, spaces and lines, each once. "Ada <ada@acme.example>" is one. */
export function addressesIn(text: string): Addresses {
  const words = text
    .replaceAll(/[^\s,;<>]*\s*[^,;<>\n]*<([^<>\s]+)>/g, ' $1 ')
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
  const unique = [...new Set(words.map((word) => word.toLowerCase()))];
  return {
    addresses: unique.filter(isAddress),
    wrong: unique.filter((word) => !isAddress(word)),
  };
}

/** As `<input type="email">` sees it, roughly: the server says the rest. */
const isAddress = (word: string) => /^[^@\s]+@[^@\s]+$/.test(word);

/** Why an organisation cannot lose this member, whoever asks. Where there are more members than were read, the server says it. */
export function lastOwnerReason(
  { email, role }: Pick<Membership, 'email' | 'role'>,
  members: readonly Membership[],
  isWhole: boolean,
): string | undefined {
  const owners = members.filter((each) => each.status === 'member' && each.role === 'owner');
  const isLast = isWhole && role === 'owner' && owners.every((owner) => owner.email === email);
  return isLast ? 'An organisation needs an owner: make somebody else one first.' : undefined;
}

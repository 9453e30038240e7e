import type { Role } from '../../api/types.ts';

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

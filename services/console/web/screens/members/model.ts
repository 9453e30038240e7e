import type { Role } from '../../api/types.ts';

/** Descriptions of the roles. */
export const roleMeanings: Readonly<Record<Role, string>> = {
  viewer: 'Read-only access',
  member: 'Edit features and segments, and targeting in unprotected environments',
  admin: 'Full access except managing owners: protected environments, projects, keys, members, tokens',
  owner: 'Full access, including managing owners',
};

export const rolesOf = Object.keys(roleMeanings) as Role[];

/** The maximum of addresses to invite at once. */
export const maxInvited = 50;

export interface Addresses {
  readonly addresses: readonly string[];
  /** Texts that are not e-mail addresses. */
  readonly wrong: readonly string[];
}

/** Returns the distinct addresses of a text, split by commas, semicolons, spaces and lines. "Ada <ada@acme.example>" is one. */
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

/** Checks roughly like `<input type="email">`. The server checks the rest. */
const isAddress = (word: string) => /^[^@\s]+@[^@\s]+$/.test(word);

import { withRecent } from './user.ts';

/** Users that somebody explained lately, kept in this browser under the account. */
const keyOf = (account: string) => `bunting.users:${account}`;

export function recentUsers(account: string): readonly string[] {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(account)) ?? '[]') as unknown;
    return Array.isArray(stored) ? stored.filter((each) => typeof each === 'string') : [];
  } catch {
    return [];
  }
}

export function rememberUser(account: string, text: string): void {
  const before = recentUsers(account);
  const after = withRecent(before, text);
  if (after === before) return;
  try {
    localStorage.setItem(keyOf(account), JSON.stringify(after));
  } catch {
    // A browser without storage remembers nobody.
  }
}

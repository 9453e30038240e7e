import { withRecent } from './user.ts';

/** Returns the storage key of the recently explained users of an account. */
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
    // Without storage nothing is remembered.
  }
}

/** What the console keeps in the browser for an account. Signing out removes all of it; a session that expires removes nothing. */
import { prefer } from '../design/preferences.ts';
import { describeDraft } from '../page/draft-names.ts';
import { draftPrefix } from './draft-storage.ts';

const draftsOf = (account: string) => `${draftPrefix}${account}:`;

/** The beginnings of all keys under which something of an account is stored. */
const prefixesOf = (account: string) => [
  draftsOf(account),
  `bunting.kept:${account}:`,
  `bunting.users:${account}`,
];

/** Returns what the account has edited and not saved, in words such as "checkout in production". */
export function unsavedOf(account: string): readonly string[] {
  const prefix = draftsOf(account);
  return keysOfStorage()
    .filter((key) => key.startsWith(prefix))
    .map((key) => describeDraft(key.slice(draftPrefix.length)));
}

/** Removes drafts, pasted and recent users, and the features that were opened last. The theme and other settings of the browser stay. */
export function clearAccountStorage(account: string): void {
  const prefixes = prefixesOf(account);
  for (const key of keysOfStorage()) {
    if (prefixes.some((prefix) => key.startsWith(prefix))) localStorage.removeItem(key);
  }
  prefer({ recent: undefined, lastProject: undefined, lastEnvironment: undefined, setup: undefined });
}

function keysOfStorage(): readonly string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}

/** The storage of an account in this browser. Signing out clears it; an expired session does not. */
import { prefer } from '../design/preferences.ts';
import { describeDraft } from '../page/draft-names.ts';
import { draftPrefix } from './draft-storage.ts';

const draftsOf = (account: string) => `${draftPrefix}${account}:`;

/** Returns the prefixes of all storage keys of an account. */
const prefixesOf = (account: string) => [
  draftsOf(account),
  `bunting.kept:${account}:`,
  `bunting.users:${account}`,
];

/** Returns the unsaved documents of an account, such as "checkout in production". */
export function listUnsaved(account: string): readonly string[] {
  const prefix = draftsOf(account);
  return keysOfStorage()
    .filter((key) => key.startsWith(prefix))
    .map((key) => describeDraft(key.slice(draftPrefix.length)));
}

/** Removes drafts, pasted and recent users, and recent features. The theme and other preferences of the browser stay. */
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

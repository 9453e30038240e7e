import { useSyncExternalStore } from 'react';
import { draftEvent, hasStoredDraft } from './stored-draft.ts';

/** Whether something is drafted under a name, in this tab or another one. */
export function useHasDraft(name: string): boolean {
  return useSyncExternalStore(subscribe, () => hasStoredDraft(name));
}

function subscribe(listener: () => void): () => void {
  addEventListener('storage', listener);
  addEventListener(draftEvent, listener);
  return () => {
    removeEventListener('storage', listener);
    removeEventListener(draftEvent, listener);
  };
}

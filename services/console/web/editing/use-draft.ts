import { useSyncExternalStore } from 'react';
import type { Draft, Version } from './draft-storage.ts';
import { getEditorStore } from './editor-store.ts';

/** Returns the draft of a document, for controls beside its editor that change the stored version directly. */
export function useDraft<Value>(name: string, stored: Version<Value>) {
  const store = getEditorStore(name, stored);
  const { draft } = useSyncExternalStore(store.subscribe, store.getState);
  return { draft, rebase: (next: Draft<Value>) => store.dispatch({ type: 'rebase', draft: next }) };
}

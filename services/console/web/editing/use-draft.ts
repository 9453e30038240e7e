import { useSyncExternalStore } from 'react';
import type { Version } from './draft-storage.ts';
import { getEditorStore } from './editor-store.ts';

/** Returns the draft of a document, for controls beside its editor that change the stored version directly. */
export function useDraft<Value>(name: string, stored: Version<Value>) {
  const store = getEditorStore(name, stored);
  const { draft } = useSyncExternalStore(store.subscribe, store.getState);
  /** Rebases the latest draft, which may be newer than the rendered one, with a change. Does nothing without a draft. */
  function rebase(base: Version<Value>, change: (value: Value) => Value): void {
    const { draft: latest } = store.getState();
    if (latest !== undefined)
      store.dispatch({ type: 'rebase', draft: { base, value: change(latest.value) } });
  }
  return { draft, rebase };
}

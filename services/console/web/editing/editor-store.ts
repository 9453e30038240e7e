import { transition, openEditor, type EditorEvent, type EditorState } from './document-editor.ts';
import { createDraftStorage, noStorage, type DraftStorage, type Version } from './draft-storage.ts';

/** An editor that outlives its components, so that a running save finishes after the page is left. */
export interface EditorStore<Value> {
  readonly getState: () => EditorState<Value>;
  readonly dispatch: (event: EditorEvent<Value>) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Editors by the names of their drafts, while they are mounted or saving. */
const stores = new Map<string, EditorStore<never>>();

/** Returns the editor of a draft's name. */
export function getEditorStore<Value>(name: string, stored: Version<Value>): EditorStore<Value> {
  const existing = stores.get(name) as unknown as EditorStore<Value> | undefined;
  if (existing !== undefined) return existing;
  const store = createEditorStore(stored, createDraftStorage<Value>(name), () => void stores.delete(name));
  stores.set(name, store as unknown as EditorStore<never>);
  return store;
}

/** Creates an editor whose draft follows a storage. Calls `onIdle` when it is neither mounted nor saving. */
export function createEditorStore<Value>(
  stored: Version<Value>,
  storage: DraftStorage<Value> = noStorage,
  onIdle: () => void = () => {},
): EditorStore<Value> {
  let state = openEditor(stored, storage.read(stored));
  const listeners = new Set<() => void>();
  let unsubscribe = () => {};
  function dispatch(event: EditorEvent<Value>) {
    const before = state;
    state = transition(state, event);
    if (state === before) return;
    if (state.draft !== before.draft && event.type !== 'restore') storage.write(state.draft);
    for (const listener of listeners) listener();
    if (before.status === 'saving') closeWhenIdle();
  }
  function closeWhenIdle() {
    if (listeners.size > 0 || state.status === 'saving') return;
    onIdle();
  }
  const followStorage = () => dispatch({ type: 'restore', draft: storage.read(state.stored) });
  return {
    getState: () => state,
    dispatch,
    subscribe(listener) {
      if (listeners.size === 0) unsubscribe = storage.subscribe(followStorage);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        unsubscribe();
        dispatch({ type: 'close' });
        closeWhenIdle();
      };
    },
  };
}

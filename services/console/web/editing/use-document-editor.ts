import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { openChangeRequest, type NewRequest } from '../api/change-requests.ts';
import { useRemoteChanges } from '../api/live/remote-changes.ts';
import type { InProject } from '../api/queries/project.ts';
import { useToast } from '../design/floating/toast.tsx';
import { describeDraft } from '../page/draft-names.ts';
import { createDraftStorage, type Draft, type Version } from './draft-storage.ts';
import type { Change, EditableDocument, Preview, Saved } from './editable-document.ts';
import { createEditorStore, getEditorStore, type EditorStore } from './editor-store.ts';
import { focusFirstInvalid } from './field-errors.tsx';
import { usePreview } from './use-preview.ts';

export type DocumentEditor<Value, Answer extends Preview = Preview> = ReturnType<
  typeof useDocumentEditor<Value, Answer>
>;

/**
 * Edits a document: connects its state machine to the stored version, draft storage, dry run and concurrent changes. Calls `onSaved` even
 * if the page has been left.
 */
export function useDocumentEditor<Value, Answer extends Preview>(
  document: EditableDocument<Value, Answer>,
  stored: Version<Value>,
  { isReadOnly, onSaved }: { isReadOnly: boolean; onSaved: (saved: Saved<Value>) => void },
) {
  const store = useStore(document, stored);
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const { status, draft } = state;
  const preview = usePreview(document, store, isReadOnly);
  const savedByOthers = useRemoteChanges(document.subject, (draft?.base ?? state.stored).etag);
  const client = useQueryClient();
  const showToast = useToast();
  const saving = useMutation({
    mutationFn: ({ change, comment }: { change: Change<Value>; comment: string | undefined }) =>
      document.save(change, comment),
  });
  /** Saves the draft; resolves to the error, if any. */
  function save(comment?: string): Promise<unknown> {
    return send(async (change) => {
      const saved = await saving.mutateAsync({ change, comment });
      return { version: saved, announce: () => onSaved(saved) };
    });
  }
  /** Opens a change request for the draft, which then ends; resolves to the error, if any. */
  function propose(target: InProject, request: NewRequest): Promise<unknown> {
    return send(async (change) => {
      const number = await openChangeRequest(target, document.toProposedChange!(change), request);
      const { org, project } = target;
      const resource = { kind: 'change request', slug: String(number), org, project };
      const announce = () => showToast(`Opened change request ${number}: ${request.title}`, { resource });
      void client.invalidateQueries({ queryKey: ['change-requests', org, project] });
      return { version: store.getState().stored, announce };
    });
  }
  async function send(
    work: (change: Change<Value>) => Promise<{ version: Version<Value>; announce: () => void }>,
  ): Promise<unknown> {
    const { draft: change, status: before } = store.getState();
    store.dispatch({ type: 'save' });
    const isStarted = before !== 'saving' && store.getState().status === 'saving';
    if (change === undefined || !isStarted) return undefined;
    try {
      const { version, announce } = await work(change);
      const since = store.getState().draft?.value;
      const rest = since === undefined ? undefined : document.carryOver?.(since, version.value);
      store.dispatch({ type: 'succeed', version, rest });
      announce();
      return undefined;
    } catch (error) {
      store.dispatch({ type: 'fail', error });
      return error;
    }
  }
  /** Opens the review, or the conflict if somebody else saved first. Focuses a value that is not valid to send instead. */
  function review(): void {
    if (draft !== undefined && document.countUnsendable?.(draft.value)) return focusFirstInvalid();
    if (status === 'invalid') void preview.refetch();
    store.dispatch({ type: status === 'stale' && document.isPreviewLive ? 'resolve' : 'review' });
  }
  return {
    ...state,
    document,
    preview,
    savedByOthers,
    value: draft?.value ?? state.stored.value,
    base: draft?.base ?? state.stored,
    isDirty: draft !== undefined,
    isStale: status === 'stale' || status === 'resolving',
    /** The error of the current draft. */
    error: (state.saveError ?? state.previewError) as Error | undefined,
    change: (value: Value) => store.dispatch({ type: 'edit', value }),
    setComment: (comment: string) => store.dispatch({ type: 'comment', comment }),
    rebase: (next: Draft<Value>) => store.dispatch({ type: 'rebase', draft: next }),
    close: () => store.dispatch({ type: 'close' }),
    discard: useDiscard(document, store),
    review,
    save,
    propose,
  };
}

/** Returns the editor of the document, and updates it with each version that the page reads. */
function useStore<Value, Answer extends Preview>(
  { name, isEphemeral = false }: EditableDocument<Value, Answer>,
  stored: Version<Value>,
): EditorStore<Value> {
  const [ownStore] = useState(() => createEditorStore(stored));
  const store = isEphemeral ? ownStore : getEditorStore(name, stored);
  // The version that the page read last. After a save the editor is ahead until the page renders the saved version.
  const read = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (read.current === stored.etag) return;
    read.current = stored.etag;
    store.dispatch({ type: 'store', version: stored });
  }, [store, stored]);
  return store;
}

/** Discards the draft, with Undo. Undo works on other pages, and can itself be undone if another draft has begun. */
function useDiscard<Value, Answer extends Preview>(
  { name, isEphemeral = false }: EditableDocument<Value, Answer>,
  store: EditorStore<Value>,
) {
  const showToast = useToast();
  return () => {
    const { draft } = store.getState();
    store.dispatch({ type: 'discard' });
    if (draft === undefined || isEphemeral) return;
    const storage = createDraftStorage<Value>(name);
    const announce = (discarded: Draft<Value>) =>
      showToast(`Discarded your changes to ${describeDraft(name)}`, {
        undo() {
          const since = storage.read(discarded.base);
          storage.write(discarded);
          storage.notify();
          if (since !== undefined) announce(since);
        },
      });
    announce(draft);
  };
}

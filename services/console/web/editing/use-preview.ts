import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useDebounced } from '../design/hooks/use-debounced.ts';
import { isSameValue } from './draft-storage.ts';
import type { EditableDocument, Preview } from './editable-document.ts';
import type { EditorStore } from './editor-store.ts';
import { useLastKnown } from './use-last-known.ts';

/** Delay of a live dry run after the last key press. */
const pauseMs = 250;

/**
 * Runs the dry run of the draft and reports the result to the editor. A stale draft is sent, too, because the error names who saved.
 * `answer` is undefined unless it belongs to the current draft.
 */
export function usePreview<Value, Answer extends Preview>(
  document: EditableDocument<Value, Answer>,
  store: EditorStore<Value>,
  isReadOnly: boolean,
) {
  const { status, stored, draft, isReviewOpen } = store.getState();
  const current = { draft, serverEtag: stored.etag };
  const paused = useDebounced(current, pauseMs);
  const requested = document.isPreviewLive ? paused : current;
  const isNeeded =
    document.isPreviewLive || isReviewOpen || ['invalid', 'stale', 'resolving'].includes(status);
  const canSend = draft !== undefined && !isReadOnly && !document.countUnsendable?.(draft.value);
  const enabled = canSend && isNeeded && requested.draft !== undefined;
  const query = useQuery({
    queryKey: ['dry-run', document.name, requested],
    queryFn: ({ signal }) => document.dryRun(requested.draft!, signal),
    enabled,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: document.isPreviewLive ? 10_000 : 0,
    gcTime: 60_000,
  });
  const isOfDraft = requested === current || isSameValue(requested, current);
  const isSettled = enabled && isOfDraft && !query.isPlaceholderData && !query.isPending;
  const { data, error, refetch } = query;
  useEffect(() => {
    if (isSettled) store.dispatch({ type: 'preview', error: error ?? undefined });
  }, [store, isSettled, error]);
  const answer = isSettled ? data : undefined;
  return {
    answer,
    /** The last answer, which the review keeps showing below a conflict. */
    lastAnswer: useLastKnown(answer),
    error: isSettled ? error : null,
    isPending: query.isPending,
    refetch,
  };
}

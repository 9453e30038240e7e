/** The state machine of editing one document. Pure, and independent of the kind of document. */
import { isConflictError, isContentError } from '../api/api-error.ts';
import { isSameValue, type Draft, type Version } from './draft-storage.ts';

/** `clean → dirty → reviewing → saving → saved | invalid | stale → resolving`. Edits return to `dirty`; a form skips `reviewing`. */
type EditorStatus = 'clean' | 'dirty' | 'reviewing' | 'saving' | 'saved' | 'invalid' | 'stale' | 'resolving';

export interface EditorState<Value> {
  readonly status: EditorStatus;
  readonly stored: Version<Value>;
  readonly draft: Draft<Value> | undefined;
  /** Also true while a conflict is open over the review, or a save from it is running. */
  readonly isReviewOpen: boolean;
  readonly comment: string;
  /** The value that is being saved. */
  readonly sent: Value | undefined;
  /** The last errors of this draft's dry run and save. */
  readonly previewError: unknown;
  readonly saveError: unknown;
  /** The number of times the draft was found invalid. Each moves the focus to the first invalid field. */
  readonly attempts: number;
}

export type EditorEvent<Value> =
  | { readonly type: 'edit'; readonly value: Value }
  | { readonly type: 'comment'; readonly comment: string }
  /** Another tab or Undo changed the stored draft. */
  | { readonly type: 'restore'; readonly draft: Draft<Value> | undefined }
  /** The server has a new version. */
  | { readonly type: 'store'; readonly version: Version<Value> }
  /** The dry run of the draft finished. */
  | { readonly type: 'preview'; readonly error: unknown }
  | { readonly type: 'discard' | 'review' | 'resolve' | 'close' | 'save' }
  /** `rest` is the draft in terms of the saved version, if edits followed the save. */
  | { readonly type: 'succeed'; readonly version: Version<Value>; readonly rest?: Value | undefined }
  | { readonly type: 'fail'; readonly error: unknown }
  /** Continues from another version, with a merged value or the same one. */
  | { readonly type: 'rebase'; readonly draft: Draft<Value> };

const reviewing = { status: 'reviewing', isReviewOpen: true } as const;
const closed = { status: 'dirty', isReviewOpen: false } as const;
const noErrors = { previewError: undefined, saveError: undefined };
const resting = { isReviewOpen: false, sent: undefined, ...noErrors };

/** Returns the initial state of an editor, with the draft of an earlier visit. */
export function openEditor<Value>(stored: Version<Value>, draft?: Draft<Value>): EditorState<Value> {
  return settle({ status: 'clean', stored, draft, comment: '', attempts: 0, ...resting });
}

/** Returns the state after an event, or the same state if the event does not apply. */
export function transition<Value>(state: EditorState<Value>, event: EditorEvent<Value>): EditorState<Value> {
  const { status, stored, draft } = state;
  const isSaving = status === 'saving';
  switch (event.type) {
    case 'edit':
      return withDraft(state, { base: draft?.base ?? stored, value: event.value });
    case 'comment':
      return { ...state, comment: event.comment };
    case 'restore':
      return withDraft(state, event.draft);
    case 'discard':
      return isSaving ? { ...state, draft: undefined } : settle({ ...state, ...resting, draft: undefined });
    case 'store':
      if (event.version.etag === stored.etag) return state;
      if (isSaving || draft === undefined) return { ...state, stored: event.version };
      return settle(withoutErrors({ ...state, stored: event.version }));
    case 'preview':
      return draft === undefined ? state : afterPreview({ ...state, previewError: event.error });
    case 'review':
      if (status === 'stale') return { ...state, status: 'resolving', isReviewOpen: true };
      if (status !== 'dirty' && status !== 'invalid') return state;
      if (isContentError(state.previewError)) return invalid(state);
      return { ...state, ...reviewing, ...(status === 'invalid' && { saveError: undefined }) };
    case 'resolve':
      return status === 'stale' ? { ...state, status: 'resolving' } : state;
    case 'close':
      if (isSaving) return { ...state, isReviewOpen: false };
      if (status !== 'reviewing' && status !== 'resolving') return state;
      return settle({ ...state, ...closed, saveError: onlyConflict(state.saveError) });
    case 'save':
      if (draft === undefined || !['dirty', 'reviewing', 'invalid'].includes(status)) return state;
      return { ...state, status: 'saving', sent: draft.value, saveError: undefined };
    case 'succeed':
      return isSaving ? afterSave(state, event) : state;
    case 'fail':
      return isSaving ? afterFailure({ ...state, sent: undefined, saveError: event.error }) : state;
    case 'rebase':
      if (isSaving) return state;
      return settle({ ...state, ...noErrors, status: 'dirty', stored: event.draft.base, draft: event.draft });
  }
}

/** Sets the status of a draft that is not being saved. A value equal to the stored one is no draft. */
function settle<Value>(state: EditorState<Value>): EditorState<Value> {
  const { status, stored, draft, isReviewOpen } = state;
  if (draft === undefined || isSameValue(draft.value, stored.value))
    return { ...state, ...resting, status: 'clean', draft: undefined, comment: '' };
  const isRefused = [state.saveError, state.previewError].some(isConflictError);
  if (isRefused || draft.base.etag !== stored.etag)
    return { ...state, status: isReviewOpen || status === 'resolving' ? 'resolving' : 'stale' };
  return { ...state, status: isReviewOpen ? 'reviewing' : 'dirty' };
}

function withDraft<Value>(state: EditorState<Value>, draft: Draft<Value> | undefined): EditorState<Value> {
  if (state.status === 'saving') return { ...state, draft };
  // Another tab changes the base of a draft by resolving its conflict.
  const isSameBase = draft?.base.etag === state.draft?.base.etag;
  return settle({ ...state, ...(isSameBase ? withoutErrors(state) : noErrors), draft });
}

/** Clears errors, which belong to another draft, except a conflict. */
function withoutErrors<Value>(state: EditorState<Value>): EditorState<Value> {
  const { previewError, saveError } = state;
  return { ...state, previewError: onlyConflict(previewError), saveError: onlyConflict(saveError) };
}

function afterPreview<Value>(state: EditorState<Value>): EditorState<Value> {
  const { status, previewError, saveError } = state;
  if (status === 'saving') return state;
  if (isContentError(previewError)) return status === 'reviewing' ? invalid(state) : state;
  return status === 'invalid' && isContentError(saveError) ? state : settle(state);
}

/** Keeps edits that followed the save as a draft on top of the saved version. */
function afterSave<Value>(
  { draft, sent, ...state }: EditorState<Value>,
  { version, rest }: { readonly version: Version<Value>; readonly rest?: Value | undefined },
): EditorState<Value> {
  const saved = { ...state, ...resting, status: 'saved' as const, stored: version, comment: '' };
  if (draft === undefined || isSameValue(draft.value, sent)) return { ...saved, draft: undefined };
  return settle({ ...saved, draft: { base: version, value: rest ?? draft.value } });
}

function afterFailure<Value>(state: EditorState<Value>): EditorState<Value> {
  const settled = settle({ ...state, status: 'dirty' });
  if (settled.draft !== undefined && isContentError(state.saveError)) return invalid(state);
  return settled.status === 'stale' ? { ...settled, status: 'resolving' } : settled;
}

/** Marks the draft invalid and closes dialogs, so that they do not cover the fields with the errors. */
const invalid = <Value>(state: EditorState<Value>): EditorState<Value> => ({
  ...state,
  status: 'invalid',
  isReviewOpen: false,
  attempts: state.attempts + 1,
});

const onlyConflict = (error: unknown): unknown => (isConflictError(error) ? error : undefined);

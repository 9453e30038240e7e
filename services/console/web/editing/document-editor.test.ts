import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../api/api-error.ts';
import { openEditor, transition, type EditorEvent, type EditorState } from './document-editor.ts';
import type { Version } from './draft-storage.ts';

type State = EditorState<string>;
type Event = EditorEvent<string>;

const stored: Version<string> = { etag: '"1"', value: 'as stored' };
const theirs: Version<string> = { etag: '"2"', value: 'as they saved it' };
const refused = new ApiError('Invalid.', {
  status: 400,
  details: [{ path: 'name', message: 'must not be empty' }],
});
const conflict = new ApiError('Changed.', { status: 412 });
const away = new ApiError('Away.', { status: 0 });

const edit: Event = { type: 'edit', value: 'as edited' };
const editMore: Event = { type: 'edit', value: 'as edited later' };
const editBack: Event = { type: 'edit', value: stored.value };
const review: Event = { type: 'review' };
const save: Event = { type: 'save' };
const close: Event = { type: 'close' };
const resolve: Event = { type: 'resolve' };
const discard: Event = { type: 'discard' };
const comment: Event = { type: 'comment', comment: 'because' };
const storeTheirs: Event = { type: 'store', version: theirs };
const saved: Version<string> = { etag: '"3"', value: 'as edited' };
const succeed: Event = { type: 'succeed', version: saved };
const fail = (error: unknown): Event => ({ type: 'fail', error });
const preview = (error?: unknown): Event => ({ type: 'preview', error });
const rebase = (value: string): Event => ({ type: 'rebase', draft: { base: theirs, value } });
const restore = (value?: string): Event => ({
  type: 'restore',
  draft: value === undefined ? undefined : { base: stored, value },
});

const after = (...events: readonly Event[]): State => events.reduce(transition<string>, openEditor(stored));
/** States by how an editor gets there. */
const at = {
  clean: [],
  dirty: [edit],
  reviewing: [edit, review],
  saving: [edit, save],
  'saving from the review': [edit, review, save],
  saved: [edit, save, succeed],
  invalid: [edit, review, preview(refused)],
  stale: [edit, storeTheirs],
  resolving: [edit, storeTheirs, resolve],
  'resolving over the review': [edit, review, storeTheirs],
} satisfies Record<string, readonly Event[]>;
type Name = keyof typeof at;

describe('an editor opens', () => {
  it('clean without a draft', () => expect(openEditor(stored).status).toBe('clean'));
  it('clean with a draft that the server has by now', () => {
    const state = openEditor(stored, { base: theirs, value: stored.value });
    expect([state.status, state.draft]).toEqual(['clean', undefined]);
  });
  it('dirty with a draft of the stored version', () =>
    expect(openEditor(stored, { base: stored, value: 'mine' }).status).toBe('dirty'));
  it('stale with a draft of another version', () =>
    expect(openEditor(stored, { base: theirs, value: 'mine' }).status).toBe('stale'));
});

describe('a transition', () => {
  const rows: readonly (readonly [from: Name, what: string, event: Event, to: State['status']])[] = [
    ['clean', 'an edit', edit, 'dirty'],
    ['clean', 'an edit to what is stored', editBack, 'clean'],
    ['clean', 'another stored version', storeTheirs, 'clean'],
    ['clean', 'a draft of another tab', restore('of another tab'), 'dirty'],
    ['dirty', 'another edit', editMore, 'dirty'],
    ['dirty', 'an edit back to what is stored', editBack, 'clean'],
    ['dirty', 'discarding', discard, 'clean'],
    ['dirty', 'a draft that another tab discarded', restore(), 'clean'],
    ['dirty', 'opening the review', review, 'reviewing'],
    ['dirty', 'saving without a review', save, 'saving'],
    ['dirty', 'a dry run that found nothing wrong', preview(), 'dirty'],
    ['dirty', 'a dry run that found it invalid, before anybody tried to save', preview(refused), 'dirty'],
    ['dirty', 'a dry run that failed', preview(away), 'dirty'],
    ['dirty', 'a dry run of a version that is not stored any more', preview(conflict), 'stale'],
    ['dirty', 'another stored version', storeTheirs, 'stale'],
    ['reviewing', 'closing', close, 'dirty'],
    ['reviewing', 'saving', save, 'saving'],
    ['reviewing', 'a dry run that found nothing wrong', preview(), 'reviewing'],
    ['reviewing', 'a dry run that found it invalid', preview(refused), 'invalid'],
    ['reviewing', 'a dry run that failed', preview(away), 'reviewing'],
    ['reviewing', 'a dry run of a stale version', preview(conflict), 'resolving'],
    ['reviewing', 'another stored version', storeTheirs, 'resolving'],
    ['reviewing', 'a draft that another tab discarded', restore(), 'clean'],
    ['reviewing', 'an edit in another tab', restore('of another tab'), 'reviewing'],
    ['saving', 'success', succeed, 'saved'],
    ['saving', 'an edit meanwhile', editMore, 'saving'],
    ['saving', 'an edit back to what was stored', editBack, 'saving'],
    ['saving', 'another stored version, which is most likely its own', storeTheirs, 'saving'],
    ['saving', 'discarding', discard, 'saving'],
    ['saving', 'a refusal of the content', fail(refused), 'invalid'],
    ['saving', 'a conflict', fail(conflict), 'resolving'],
    ['saving', 'a failure', fail(away), 'dirty'],
    ['saving from the review', 'a refusal of the content', fail(refused), 'invalid'],
    ['saving from the review', 'a conflict', fail(conflict), 'resolving'],
    ['saving from the review', 'a failure', fail(away), 'reviewing'],
    ['saving from the review', 'success', succeed, 'saved'],
    ['saving from the review', 'closing', close, 'saving'],
    ['saved', 'an edit', editMore, 'dirty'],
    ['saved', 'another stored version', storeTheirs, 'saved'],
    ['invalid', 'an edit', editMore, 'dirty'],
    ['invalid', 'discarding', discard, 'clean'],
    ['invalid', 'another stored version', storeTheirs, 'stale'],
    ['invalid', 'a dry run that found nothing wrong any more', preview(), 'dirty'],
    ['invalid', 'the same draft once more', review, 'invalid'],
    ['invalid', 'saving a form once more', save, 'saving'],
    ['stale', 'looking at the conflict', resolve, 'resolving'],
    ['stale', 'opening the review', review, 'resolving'],
    ['stale', 'an edit', editMore, 'stale'],
    ['stale', 'an edit to what they saved', { type: 'edit', value: theirs.value }, 'clean'],
    ['stale', 'discarding', discard, 'clean'],
    ['stale', 'the version it began from being stored again', { type: 'store', version: stored }, 'dirty'],
    ['stale', 'continuing from their version', rebase('both'), 'dirty'],
    ['resolving', 'putting it off', close, 'stale'],
    ['resolving', 'discarding', discard, 'clean'],
    ['resolving', 'continuing from their version', rebase('both'), 'dirty'],
    ['resolving', 'a merge that equals their version', rebase(theirs.value), 'clean'],
    [
      'resolving',
      'a third version',
      { type: 'store', version: { etag: '"4"', value: 'third' } },
      'resolving',
    ],
    ['resolving over the review', 'continuing from their version', rebase('both'), 'reviewing'],
    ['resolving over the review', 'putting it off', close, 'stale'],
  ];
  it.each(rows)('from %s by %s', (from, _what, event, to) => {
    expect(after(...at[from], event).status).toBe(to);
  });
});

describe('is impossible and changes nothing', () => {
  const statuses = Object.keys(at) as Name[];
  const except = (...possible: readonly Name[]) => statuses.filter((each) => !possible.includes(each));
  const rows = [
    ...except('dirty', 'invalid', 'stale').map((from) => [from, 'opening the review', review] as const),
    ...except('dirty', 'reviewing', 'invalid').map((from) => [from, 'saving', save] as const),
    ...except('stale').map((from) => [from, 'looking at a conflict', resolve] as const),
    ...except('reviewing', 'saving', 'saving from the review', 'resolving', 'resolving over the review').map(
      (from) => [from, 'closing', close] as const,
    ),
    ...except('saving', 'saving from the review').flatMap((from) => [
      [from, 'success of a save', succeed] as const,
      [from, 'failure of a save', fail(away)] as const,
    ]),
    ...(['clean', 'saved'] as const).map(
      (from) => [from, 'the answer of a dry run', preview(refused)] as const,
    ),
    ...(['saving', 'saving from the review'] as const).map(
      (from) => [from, 'continuing from another version', rebase('both')] as const,
    ),
  ];
  it.each(rows)('in %s: %s', (from, _what, event) => {
    const state = after(...at[from]);
    expect(transition(state, event)).toBe(state);
  });
});

describe('an editor keeps', () => {
  it('edits that follow a save, on top of the saved version', () => {
    const { status, draft } = after(...at.saving, editMore, succeed);
    expect([status, draft]).toEqual(['dirty', { base: saved, value: 'as edited later' }]);
  });
  it('what is left of such edits in terms of the saved version', () => {
    const state = after(...at.saving, editMore, { type: 'succeed', version: saved, rest: 'renamed' });
    expect(state.draft).toEqual({ base: saved, value: 'renamed' });
  });
  it('an edit back to the stored value that follows a save', () => {
    const { status, draft } = after(...at.saving, editBack, succeed);
    expect([status, draft?.value]).toEqual(['dirty', stored.value]);
  });
  it('nothing of a draft that was discarded while it was saved', () =>
    expect(after(...at.saving, discard, succeed)).toMatchObject({ status: 'saved', draft: undefined }));
  it('the version that a draft began from, through any number of edits', () =>
    expect(after(edit, storeTheirs, editMore).draft?.base).toEqual(stored));
  it('the comment while a conflict is resolved or put off', () => {
    expect(after(edit, review, comment, storeTheirs, rebase('both')).comment).toBe('because');
    expect(after(edit, review, comment, storeTheirs, close).comment).toBe('because');
  });
  it('no comment once the draft is saved or discarded', () => {
    expect(after(edit, review, comment, save, succeed).comment).toBe('');
    expect(after(edit, review, comment, close, discard).comment).toBe('');
  });
  it('the review open below a conflict, and closed when the conflict is put off', () => {
    expect(after(...at['resolving over the review']).isReviewOpen).toBe(true);
    expect(after(...at['resolving over the review'], close).isReviewOpen).toBe(false);
    expect(after(...at.stale, review).isReviewOpen).toBe(true);
    expect(after(...at.stale, resolve).isReviewOpen).toBe(false);
  });
  it('a conflict that only the server knows of, through further edits', () =>
    expect(after(edit, preview(conflict), editMore).status).toBe('stale'));
  it('no conflict that another tab has resolved', () => {
    const rebased: Event = { type: 'restore', draft: { base: theirs, value: 'both' } };
    const { status, saveError } = after(...at.saving, fail(conflict), storeTheirs, rebased);
    expect([status, saveError]).toEqual(['dirty', undefined]);
  });
  it('no other error of the draft before an edit', () => {
    expect(after(...at.invalid, editMore).previewError).toBeUndefined();
    expect(after(...at['saving from the review'], fail(away), editMore).saveError).toBeUndefined();
  });
  it('a draft invalid that the server refused to save, also if its dry run passes', () =>
    expect(after(...at.saving, fail(refused), preview()).status).toBe('invalid'));
  it('count of the attempts with an invalid draft', () =>
    expect(after(...at.invalid, review, review).attempts).toBe(3));
});

import { useState, type FormEvent } from 'react';
import { asApiError, isUnavailable } from '../api/api-error.ts';
import type { NewRequest } from '../api/change-requests.ts';
import type { InProject } from '../api/queries/project.ts';
import { Button } from '../design/button.tsx';
import { Dialog } from '../design/floating/dialog.tsx';
import { Field } from '../design/forms/field.tsx';
import { Form } from '../design/forms/form.tsx';
import { FormProblem } from '../design/forms/form-problem.tsx';
import { MomentField } from '../design/forms/moment-field.tsx';
import { Select } from '../design/forms/select.tsx';
import { SendButton } from '../design/forms/send-button.tsx';
import kit from '../design/kit.module.css';
import { Skeleton } from '../design/query-boundary.tsx';
import { Differences } from './differences.tsx';
import type { Preview } from './editable-document.ts';
import { Reviewers } from './reviewers.tsx';
import type { DocumentEditor } from './use-document-editor.ts';

type When = 'approved' | 'time' | 'hand';

const whens: readonly { value: When; label: string }[] = [
  { value: 'approved', label: 'As soon as it is approved' },
  { value: 'time', label: 'At a time' },
  { value: 'hand', label: 'When somebody applies it' },
];

/** Shows what a change request would change, and opens it. */
export function ProposeDialog<Value, Answer extends Preview>({
  editor,
  target,
  title: heading,
}: {
  editor: DocumentEditor<Value, Answer>;
  target: InProject;
  /** "Propose changes to Production". */
  title: string;
}) {
  const { document, preview, status, isStale } = editor;
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [when, setWhen] = useState<When>('approved');
  const [at, setAt] = useState<string>();
  const [reviewers, setReviewers] = useState<readonly string[]>([]);
  const error = isStale ? null : (editor.saveError ?? preview.error);
  const canTry = !error || isUnavailable(error) || asApiError(error)?.status === 429;
  const changes = preview.lastAnswer?.changes;
  const isReady =
    (preview.answer?.changes.length ?? 0) > 0 &&
    canTry &&
    !isStale &&
    status !== 'saving' &&
    (when !== 'time' || at !== undefined);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isReady) return;
    const request: NewRequest = {
      title: title.trim(),
      ...(description.trim() && { description: description.trim() }),
      ...(reviewers.length > 0 && { reviewers: [...reviewers] }),
      apply: when === 'time' ? { at: at! } : { when_approved: when === 'approved' },
    };
    void editor.propose(target, request);
  }
  return (
    <Dialog isOpen onClose={editor.close} title={heading}>
      <Form onSubmit={submit}>
        {changes === undefined ? (
          preview.isPending && !error && <Skeleton height={64} />
        ) : (
          <Differences changes={changes.map((change) => ({ text: document.describe(change) }))} isProtected />
        )}
        <Field
          label="Title"
          value={title}
          required
          maxLength={200}
          autoFocus
          onChange={(event) => setTitle(event.target.value)}
        />
        <Field
          label="Description (optional)"
          hint="Why are you proposing this?"
          value={description}
          maxLength={10_000}
          onChange={(event) => setDescription(event.target.value)}
        />
        <Select
          label="Apply"
          options={whens}
          value={when}
          onChange={(event) => setWhen(event.target.value as When)}
        />
        {when === 'time' && (
          <div className={kit.field}>
            <span className={kit.label}>Time</span>
            <MomentField label="Time" at={at} onChange={setAt} />
            <p className={kit.hint}>Applied at this time, or once it is approved, at most an hour later.</p>
          </div>
        )}
        <Reviewers org={target.org} chosen={reviewers} onChange={setReviewers} />
        <FormProblem problem={error} />
        <div className={kit.actions}>
          <Button onClick={editor.close}>Cancel</Button>
          <SendButton problem={error} kind="main" disabled={!isReady}>
            Open change request
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}

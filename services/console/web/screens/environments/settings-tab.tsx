import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, type FormEvent } from 'react';
import { sessionQuery } from '../../api/queries/project.ts';
import { useActions } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { FieldConflict } from '../../editing/field-conflict.tsx';
import { Button } from '../../design/button.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { describeFields, getChangedFields } from '../../editing/fields.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { ProposeDialog } from '../../editing/propose-dialog.tsx';
import { RequiredComment } from '../../editing/required-comment.tsx';
import { SavedByLine } from '../../editing/saved-by.tsx';
import { useDocumentEditor } from '../../editing/use-document-editor.ts';
import { createSettingsDocument } from './document.ts';
import { DeleteEnvironment } from './delete-environment.tsx';
import {
  areApprovalsLowered,
  getDeleteReason,
  isCommentNeeded,
  settingLabels,
  toSettings,
  toWords,
  type EnvironmentSettings,
} from './model.ts';
import { environmentQuery, type OfEnvironment } from '../../api/queries/environments.ts';
import { SettingsFields } from './settings-fields.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { Form } from '../../design/forms/form.tsx';

export function SettingsTab({
  target,
  disabledReason,
}: {
  target: OfEnvironment;
  disabledReason: string | undefined;
}) {
  const query = useQuery(environmentQuery(target));
  const { data: session } = useQuery(sessionQuery);
  return (
    <QueryBoundary of={query} height={400}>
      {({ body, etag }) =>
        session && (
          <>
            <SettingsForm
              {...{ target, disabledReason, etag, environment: body, account: session.account?.email ?? '' }}
            />
            <SigningSecret target={target} disabledReason={disabledReason} isMade={body.has_signing_secret} />
            <DeleteEnvironment
              {...{ target, etag }}
              disabledReason={disabledReason ?? getDeleteReason(body)}
              name={body.name}
              isCommentRequired={body.comment_required}
            />
          </>
        )
      }
    </QueryBoundary>
  );
}

function SettingsForm({
  target,
  disabledReason,
  environment,
  etag,
  account,
}: {
  target: OfEnvironment;
  disabledReason: string | undefined;
  environment: EnvironmentSettings;
  etag: string;
  /** The account that the draft belongs to. */
  account: string;
}) {
  const client = useQueryClient();
  const showToast = useToast();
  const editor = useDocumentEditor(
    createSettingsDocument(client, target, account),
    { etag, value: toSettings(environment) },
    {
      isReadOnly: disabledReason !== undefined,
      onSaved: ({ changeId }) =>
        showToast(`Saved the settings of ${environment.name}.`, {
          change: { org: target.org, id: changeId },
        }),
    },
  );
  const { value, isDirty, isStale, saveError, status } = editor;
  const form = useRef<HTMLFormElement>(null);
  const canSave = isDirty && !isStale && status !== 'saving';
  function submit(event: FormEvent) {
    event.preventDefault();
    if (disabledReason !== undefined || !canSave) return;
    if (isProposed) editor.review();
    else void editor.save(needsComment ? editor.comment.trim() : undefined);
  }
  const isProposed = areApprovalsLowered(editor.base.value, value);
  const needsComment = isCommentNeeded(editor.base.value, value);
  const label = isProposed ? 'Propose…' : 'Save changes';
  const saving = { label, keys: 'Ctrl S', disabledReason, run: () => form.current?.requestSubmit() };
  useActions(isDirty ? [saving] : []);
  return (
    <Form ref={form} onSubmit={submit}>
      <SavedByLine org={target.org} saved={isDirty ? editor.savedByOthers : undefined} />
      <SettingsFields
        environment={{ ...environment, ...value }}
        isDisabled={disabledReason !== undefined}
        isGuarded={!environment.protected && value.protected}
        isOpened={environment.protected && !value.protected}
        error={saveError}
        onChange={(changed) => editor.change({ ...value, ...changed })}
      />
      <FieldConflict
        editor={editor}
        describe={(stored, base, own) =>
          describeFields(settingLabels, toWords(stored), toWords(getChangedFields(base, own)))
        }
      />
      {needsComment && <RequiredComment comment={editor.comment} onChange={editor.setComment} />}
      {!isStale && (
        <FormProblem problem={saveError} fields={['name', 'required_approvals', 'allowed_origins']} />
      )}
      <div className={kit.actions} data-at="start">
        {isDirty && !isStale && <Button onClick={editor.discard}>Discard</Button>}
        <SendButton
          problem={saveError}
          kind={environment.protected || value.protected ? 'guard' : 'main'}
          disabledReason={disabledReason}
          disabled={disabledReason === undefined && !canSave}
        >
          {label}
        </SendButton>
      </div>
      {editor.isReviewOpen && (
        <ProposeDialog editor={editor} target={target} title={`Propose settings of ${environment.name}`} />
      )}
    </Form>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { readChanged, settings } from '../../api/client.ts';
import { organisationsChanged } from '../../api/live/organisations-changed.ts';
import { getConcurrentChange } from '../../api/api-error.ts';
import { organisationQuery } from '../../api/queries/project.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { useToast } from '../../design/floating/toast.tsx';
import { whoSaved } from '../../editing/who-saved.ts';
import { Form } from '../../design/forms/form.tsx';

/** Renames an organisation. If somebody renamed it first, shows their name and keeps the user's input. */
export function RenameDialog({
  org,
  name: before,
  etag: first,
  onClose,
}: {
  org: string;
  name: string;
  etag: string;
  onClose: () => void;
}) {
  const [name, setName] = useState(before);
  // The version to compare with, because others may rename the organisation while the dialog is open.
  const [etag, setEtag] = useState(first);
  const client = useQueryClient();
  const say = useToast();
  const rename = useMutation({
    mutationFn: () =>
      readChanged(
        settings.PATCH('/settings/v1/organisations/{org}', {
          params: { path: { org } },
          headers: { 'If-Match': etag },
          body: { name },
        }),
      ),
    onError: (refused) => setEtag(getConcurrentChange(refused)?.etag ?? etag),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: organisationQuery(org).queryKey }),
        organisationsChanged(client),
      ]),
    onSuccess({ changeId }) {
      onClose();
      say(`Renamed the organisation to “${name}”`, { change: { org, id: changeId, isFinal: true } });
    },
  });
  const meanwhile = getConcurrentChange(rename.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    rename.mutate();
  }
  return (
    <Dialog isOpen onClose={onClose} title="Rename organisation">
      <Form onSubmit={submit}>
        <Field
          label="Name"
          hint={`The slug ${org} does not change, because URLs and documents use it.`}
          wrong={getFieldError(rename.error, 'name')}
          value={name}
          required
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
        {meanwhile ? (
          <p className={kit.wrong} role="alert">
            {whoSaved(meanwhile)} It is called {before} now. Rename it once more if yours is meant.
          </p>
        ) : (
          <FormProblem problem={rename.error} fields={['name']} />
        )}
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton problem={rename.error} kind="main" disabled={rename.isPending}>
            Rename
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { readChanged, settings } from '../../api/client.ts';
import { projectsChanged } from '../../api/live/organisations-changed.ts';
import { getConcurrentChange } from '../../api/api-error.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { useToast } from '../../design/floating/toast.tsx';
import { whoSaved } from '../../editing/who-saved.ts';
import { projectQuery } from '../../api/queries/organisation.ts';
import { Form } from '../../design/forms/form.tsx';

/** Renames a project. If somebody renamed it first, shows their name and keeps the user's input. */
export function RenameProjectDialog({
  org,
  project: { slug, name: before },
  onClose,
}: {
  org: string;
  project: { slug: string; name: string };
  onClose: () => void;
}) {
  const [name, setName] = useState(before);
  const client = useQueryClient();
  const key = { org, project: slug };
  const { data: stored, error } = useQuery(projectQuery(key));
  // The version to compare with, because others may rename the project while the dialog is open.
  const [etag, setEtag] = useState<string>();
  if (etag === undefined && stored) setEtag(stored.etag);
  const say = useToast();
  const rename = useMutation({
    mutationFn: () =>
      readChanged(
        settings.PATCH('/settings/v1/organisations/{org}/projects/{project}', {
          params: { path: key },
          headers: { 'If-Match': etag ?? '' },
          body: { name },
        }),
      ),
    onError: (refused) => setEtag(getConcurrentChange(refused)?.etag ?? etag),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: projectQuery(key).queryKey }),
        projectsChanged(client, org),
      ]),
    onSuccess({ changeId }) {
      onClose();
      say(`Renamed the project to “${name}”`, { change: { org, id: changeId, isFinal: true } });
    },
  });
  const meanwhile = getConcurrentChange(rename.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    rename.mutate();
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${before}`}>
      <Form onSubmit={submit}>
        <Field
          label="Name"
          hint={`The slug ${slug} does not change, because URLs and documents use it.`}
          wrong={getFieldError(rename.error, 'name')}
          value={name}
          required
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
        {meanwhile ? (
          <p className={kit.wrong} role="alert">
            {whoSaved(meanwhile)} It is called {stored?.body.name} now. Rename it once more if yours is meant.
          </p>
        ) : (
          <FormProblem problem={rename.error ?? error} fields={['name']} />
        )}
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton problem={rename.error} kind="main" disabled={rename.isPending || etag === undefined}>
            Rename
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}

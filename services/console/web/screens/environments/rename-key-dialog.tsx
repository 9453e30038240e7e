import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { readChanged, settings } from '../../api/client.ts';
import type { EnvironmentKey } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormProblem, getFieldError } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { useToast } from '../../design/floating/toast.tsx';
import { keysQuery, type OfEnvironment } from '../../api/queries/environments.ts';
import { Form } from '../../design/forms/form.tsx';

export function RenameKeyDialog({
  target,
  apiKey: { id, name: before, last_four: lastFour },
  onClose,
}: {
  target: OfEnvironment;
  apiKey: EnvironmentKey;
  onClose: () => void;
}) {
  const [name, setName] = useState(before ?? '');
  const client = useQueryClient();
  const say = useToast();
  const rename = useMutation({
    mutationFn: () =>
      readChanged(
        settings.PATCH(
          '/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}',
          { params: { path: { ...target, id } }, body: { name: name || null } },
        ),
      ),
    async onSuccess({ changeId }) {
      onClose();
      say(
        name === ''
          ? `Removed the name of the key …${lastFour}`
          : `Renamed the key …${lastFour} to “${name}”`,
        {
          change: { org: target.org, id: changeId, isFinal: true },
        },
      );
      await client.invalidateQueries({ queryKey: keysQuery(target).queryKey });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    rename.mutate();
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Rename key …${lastFour}`}>
      <Form onSubmit={submit}>
        <Field
          label="Name"
          hint="For example, “Shop server”"
          wrong={getFieldError(rename.error, 'name')}
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
        <FormProblem problem={rename.error} fields={['name']} />
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

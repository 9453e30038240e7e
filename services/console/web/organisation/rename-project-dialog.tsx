import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { bodyOf, settings } from '../api/client.ts';
import { projectsChanged } from '../api/organisations-changed.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { FormProblem, wrongOf } from '../ui/form-problem.tsx';
import kit from '../ui/kit.module.css';
import { useToast } from '../ui/toast.tsx';

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
  const say = useToast();
  const rename = useMutation({
    mutationFn: () =>
      bodyOf(
        settings.PATCH('/settings/v1/organisations/{org}/projects/{project}', {
          params: { path: { org, project: slug } },
          body: { name },
        }),
      ),
    async onSuccess() {
      await projectsChanged(client, org);
      onClose();
      say(`The project ${slug} is called ${name} now.`);
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    rename.mutate();
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Rename ${before}`}>
      <form className={kit.form} onSubmit={submit}>
        <Field
          label="Name"
          hint={`Its slug, ${slug}, stays: addresses and documents name it.`}
          wrong={wrongOf(rename.error, 'name')}
          value={name}
          required
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
        <FormProblem problem={rename.error} fields={['name']} />
        <div className={kit.actions}>
          <Button onClick={onClose}>Back</Button>
          <Button kind="main" type="submit" disabled={rename.isPending}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

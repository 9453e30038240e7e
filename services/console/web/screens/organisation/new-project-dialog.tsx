import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { readChanged, settings } from '../../api/client.ts';
import { projectsChanged } from '../../api/live/organisations-changed.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { NameAndSlug, useNameAndSlug } from '../../design/forms/name-and-slug.tsx';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { Form } from '../../design/forms/form.tsx';

export function NewProjectDialog({ org, onClose }: { org: string; onClose: () => void }) {
  const named = useNameAndSlug();
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const make = useMutation({
    mutationFn: () =>
      readChanged(
        settings.POST('/settings/v1/organisations/{org}/projects', {
          params: { path: { org } },
          body: { slug: named.slug, name: named.name },
        }),
      ),
    async onSuccess({ body: { slug, name }, changeId }) {
      await projectsChanged(client, org);
      say(`Created the project “${name}”. Add an environment next.`, {
        change: { org, id: changeId, isFinal: true },
      });
      await navigate({ to: paths.environments, params: { org, project: slug } });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <Dialog isOpen onClose={onClose} title="New project">
      <Form onSubmit={submit}>
        <NameAndSlug of={named} hint="Used in URLs. Can’t be changed later." error={make.error} />
        <FormProblem problem={make.error} fields={['name', 'slug']} />
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton problem={make.error} kind="main" disabled={make.isPending}>
            Create project
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}

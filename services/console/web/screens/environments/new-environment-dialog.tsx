import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { readChanged, settings } from '../../api/client.ts';
import { environmentsQuery, type InProject } from '../../api/queries/project.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { FormProblem } from '../../design/forms/form-problem.tsx';
import { SendButton } from '../../design/forms/send-button.tsx';
import kit from '../../design/kit.module.css';
import { NameAndSlug, useNameAndSlug } from '../../design/forms/name-and-slug.tsx';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { Form } from '../../design/forms/form.tsx';

export function NewEnvironmentDialog({ target, onClose }: { target: InProject; onClose: () => void }) {
  const named = useNameAndSlug();
  const [isProtected, setProtected] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const make = useMutation({
    mutationFn: () =>
      readChanged(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/environments', {
          params: { path: { ...target } },
          body: { slug: named.slug, name: named.name, protected: isProtected },
        }),
      ),
    async onSuccess({ body: { slug, name }, changeId: id }) {
      await client.invalidateQueries({ queryKey: environmentsQuery(target).queryKey });
      say(`Created the environment “${name}”. Add a key next.`, {
        change: { org: target.org, id, isFinal: true },
      });
      await navigate({
        to: paths.environment,
        params: { ...target, env: slug },
        search: { tab: 'keys' },
      });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    make.mutate();
  }
  return (
    <Dialog isOpen onClose={onClose} title="New environment">
      <Form onSubmit={submit}>
        <NameAndSlug
          of={named}
          hint="Used in webhooks and documents. Can’t be changed later."
          error={make.error}
        />
        <label className={kit.named}>
          <input
            type="checkbox"
            checked={isProtected}
            onChange={(event) => setProtected(event.target.checked)}
          />
          Protected: only admins and owners can make changes
        </label>
        <FormProblem problem={make.error} fields={['name', 'slug']} />
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <SendButton problem={make.error} kind="main" disabled={make.isPending}>
            Create environment
          </SendButton>
        </div>
      </Form>
    </Dialog>
  );
}

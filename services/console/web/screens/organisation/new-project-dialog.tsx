import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readChanged, settings } from '../../api/client.ts';
import { projectsChanged } from '../../api/live/organisations-changed.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { NameAndSlug, newNameAndSlug } from '../../design/forms/name-and-slug.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import { paths } from '../../page/paths.ts';

export function NewProjectDialog({ org, onClose }: { org: string; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const form = useForm(newNameAndSlug, async (body) => {
    const path = { org };
    const created = await readChanged(
      settings.POST('/settings/v1/organisations/{org}/projects', { params: { path }, body }),
    );
    await projectsChanged(client, org);
    say(`Created the project “${created.body.name}”. Add an environment next.`, {
      change: { org, id: created.changeId, isFinal: true },
    });
    await navigate({ to: paths.environments, params: { org, project: created.body.slug } });
  });
  return (
    <FormDialog
      title="New project"
      action="Create project"
      form={form}
      fields={['name', 'slug']}
      onClose={onClose}
    >
      <NameAndSlug form={form} hint="Used in URLs. Can’t be changed later." />
    </FormDialog>
  );
}

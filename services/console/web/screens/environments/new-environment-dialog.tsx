import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readChanged, settings } from '../../api/client.ts';
import { environmentsQuery, type InProject } from '../../api/queries/project.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { NameAndSlug, newNameAndSlug } from '../../design/forms/name-and-slug.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/environments';

export function NewEnvironmentDialog({ target, onClose }: { target: InProject; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const form = useForm({ ...newNameAndSlug, protected: false }, async (body) => {
    const created = await readChanged(settings.POST(path, { params: { path: { ...target } }, body }));
    const { slug, name } = created.body;
    await client.invalidateQueries({ queryKey: environmentsQuery(target).queryKey });
    say(`Created the environment “${name}”. Add a key next.`, {
      change: { org: target.org, id: created.changeId, isFinal: true },
    });
    await navigate({ to: paths.environment, params: { ...target, env: slug }, search: { tab: 'keys' } });
  });
  return (
    <FormDialog
      title="New environment"
      action="Create environment"
      form={form}
      fields={['name', 'slug']}
      onClose={onClose}
    >
      <NameAndSlug form={form} hint="Used in webhooks and documents. Can’t be changed later." />
      <label className={kit.named}>
        <input
          type="checkbox"
          checked={form.values.protected}
          onChange={(event) => form.change({ protected: event.target.checked })}
        />
        Protected: only admins and owners can make changes
      </label>
    </FormDialog>
  );
}

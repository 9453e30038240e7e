import { useQueryClient } from '@tanstack/react-query';
import { readChanged, settings } from '../../api/client.ts';
import { keysQuery, type OfEnvironment } from '../../api/queries/environments.ts';
import type { EnvironmentKey } from '../../api/types.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { useForm } from '../../design/forms/use-form.ts';

const path = '/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}';

export function RenameKeyDialog({
  target,
  apiKey: { id, name: before, last_four: lastFour },
  onClose,
}: {
  target: OfEnvironment;
  apiKey: EnvironmentKey;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const say = useToast();
  const form = useForm({ name: before ?? '' }, async ({ name }) => {
    const body = { name: name || null };
    const { changeId } = await readChanged(
      settings.PATCH(path, { params: { path: { ...target, id } }, body }),
    );
    onClose();
    const done =
      name === '' ? `Removed the name of the key …${lastFour}` : `Renamed the key …${lastFour} to “${name}”`;
    say(done, { change: { org: target.org, id: changeId, isFinal: true } });
    await client.invalidateQueries({ queryKey: keysQuery(target).queryKey });
  });
  return (
    <FormDialog
      title={`Rename key …${lastFour}`}
      action="Rename"
      form={form}
      fields={['name']}
      onClose={onClose}
    >
      <Field label="Name" hint="For example, “Shop server”" maxLength={200} {...form.bind('name')} />
    </FormDialog>
  );
}

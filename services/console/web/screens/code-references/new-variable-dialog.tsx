import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { readChanged, settings } from '../../api/client.ts';
import type { InProject } from '../../api/queries/project.ts';
import { useInvalidateProject } from '../../api/live/use-invalidate-project.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { paths } from '../../page/paths.ts';
import { useToast } from '../../design/floating/toast.tsx';

/** Creates a feature with a variable that the code already uses. */
export function NewVariableDialog({
  target,
  name,
  onClose,
}: {
  target: InProject;
  name: string;
  onClose: () => void;
}) {
  const invalidate = useInvalidateProject(target);
  const navigate = useNavigate();
  const say = useToast();
  const slug = name.toLowerCase();
  const make = useMutation({
    mutationFn: () =>
      readChanged(
        settings.POST('/settings/v1/organisations/{org}/projects/{project}/features', {
          params: { path: { ...target } },
          body: {
            slug,
            name,
            variables: [{ slug, type: 'boolean' }],
            variations: [
              { slug: 'off', name: 'Off', values: { [slug]: false } },
              { slug: 'on', name: 'On', values: { [slug]: true } },
            ],
          },
        }),
      ),
    async onSuccess({ changeId }) {
      say(`Created “${slug}”`, { change: { org: target.org, id: changeId } });
      invalidate();
      await navigate({ to: paths.feature, params: { ...target, feature: slug } });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Create ${slug}?`}
      action="Create"
      isPending={make.isPending}
      error={make.error}
      onConfirm={() => make.mutate()}
      onClose={onClose}
    >
      Creates a feature with this name and a boolean variable. It serves nothing until you set a default or a
      rule. For another type, or to use an existing feature, add the variable to that feature’s values.
    </ConfirmDialog>
  );
}

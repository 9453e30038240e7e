import { useNavigate } from '@tanstack/react-router';
import { paths } from '../../page/paths.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readChanged, settings } from '../../api/client.ts';
import { projectsChanged } from '../../api/live/organisations-changed.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { prefer, preferences } from '../../design/preferences.ts';
import { useToast } from '../../design/floating/toast.tsx';

export function DeleteProjectDialog({
  org,
  project: { slug, name },
  onClose,
}: {
  org: string;
  project: { slug: string; name: string };
  onClose: () => void;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const say = useToast();
  const remove = useMutation({
    mutationFn: () =>
      readChanged(
        settings.DELETE('/settings/v1/organisations/{org}/projects/{project}', {
          params: { path: { org, project: slug } },
        }),
      ),
    async onSuccess({ changeId }) {
      const { lastProject } = preferences();
      if (lastProject?.org === org && lastProject.project === slug) prefer({ lastProject: undefined });
      await projectsChanged(client, org);
      onClose();
      await navigate({ to: paths.organisation, params: { org } });
      say(`Deleted the project “${name}”`, {
        change: { org, id: changeId, isFinal: true },
      });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${name}?`}
      action="Delete project"
      kind="danger"
      typed={slug}
      typedLabel={`Type its slug, ${slug}`}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Deletes its features, segments, environments and keys. Within a second, apps that use its keys fall back
      to their code defaults. You can’t undo this. Export the project first.
    </ConfirmDialog>
  );
}

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedOf, settings } from '../../api/client.ts';
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
  const say = useToast();
  const remove = useMutation({
    mutationFn: () =>
      changedOf(
        settings.DELETE('/settings/v1/organisations/{org}/projects/{project}', {
          params: { path: { org, project: slug } },
        }),
      ),
    async onSuccess({ changeId }) {
      const { lastProject } = preferences();
      if (lastProject?.org === org && lastProject.project === slug) prefer({ lastProject: undefined });
      await projectsChanged(client, org);
      onClose();
      say(`Deleted the project ${name} with everything in it.`, {
        change: { org, id: changeId, isFinal: true },
      });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Delete ${name}?`}
      action="Delete the project"
      kind="danger"
      typed={slug}
      typedLabel={`Its slug: ${slug}`}
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      Its features, segments, environments and keys are deleted with it. Applications that ask with its keys
      are refused within a second, and show what they show without Bunting. This cannot be undone: export it
      first.
    </ConfirmDialog>
  );
}

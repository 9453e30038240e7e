import { useQueryClient } from '@tanstack/react-query';
import { readChanged, settings, type Versioned } from '../../api/client.ts';
import { projectsChanged } from '../../api/live/organisations-changed.ts';
import { projectQuery } from '../../api/queries/organisation.ts';
import type { InProject } from '../../api/queries/project.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { RenameDialog } from '../../editing/rename-dialog.tsx';

export function RenameProjectDialog({
  target,
  stored: { body, etag },
  onClose,
}: {
  target: InProject;
  stored: Versioned<{ readonly name: string }>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const say = useToast();
  const query = projectQuery(target);
  return (
    <RenameDialog
      title={`Rename ${body.name}`}
      slug={target.project}
      stored={{ etag, value: { name: body.name } }}
      document={{
        key: `${target.org}/${target.project}`,
        async read() {
          const read = await client.fetchQuery({ ...query, staleTime: 0 });
          return { etag: read.etag, value: { name: read.body.name } };
        },
        async patch(version, change) {
          try {
            const saved = await readChanged(
              settings.PATCH('/settings/v1/organisations/{org}/projects/{project}', {
                params: { path: { ...target } },
                headers: { 'If-Match': version },
                body: change,
              }),
            );
            return { etag: saved.etag, changeId: saved.changeId, value: { name: saved.body.name } };
          } finally {
            void client.invalidateQueries({ queryKey: query.queryKey });
            void projectsChanged(client, target.org);
          }
        },
      }}
      onSaved={({ value: { name }, changeId: id }) =>
        say(`Renamed the project to “${name}”`, { change: { org: target.org, id, isFinal: true } })
      }
      onClose={onClose}
    />
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { readChanged, settings, type Versioned } from '../../api/client.ts';
import { organisationsChanged } from '../../api/live/organisations-changed.ts';
import { organisationQuery } from '../../api/queries/project.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { RenameDialog } from '../../editing/rename-dialog.tsx';

export function RenameOrganisationDialog({
  org,
  stored: { body, etag },
  onClose,
}: {
  org: string;
  stored: Versioned<{ readonly name: string }>;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const say = useToast();
  const query = organisationQuery(org);
  return (
    <RenameDialog
      title="Rename organisation"
      slug={org}
      stored={{ etag, value: { name: body.name } }}
      document={{
        key: org,
        async read() {
          const read = await client.fetchQuery({ ...query, staleTime: 0 });
          return { etag: read.etag, value: { name: read.body.name } };
        },
        async patch(version, change) {
          try {
            const saved = await readChanged(
              settings.PATCH('/settings/v1/organisations/{org}', {
                params: { path: { org } },
                headers: { 'If-Match': version },
                body: { name: body.name, ...change },
              }),
            );
            return { etag: saved.etag, changeId: saved.changeId, value: { name: saved.body.name } };
          } finally {
            void client.invalidateQueries({ queryKey: query.queryKey });
            void organisationsChanged(client);
          }
        },
      }}
      onSaved={({ value: { name }, changeId: id }) =>
        say(`Renamed the organisation to “${name}”`, { change: { org, id, isFinal: true } })
      }
      onClose={onClose}
    />
  );
}

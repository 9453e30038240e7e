import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readChanged, settings } from '../../api/client.ts';
import type { EnvironmentKey } from '../../api/types.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { LastUse } from '../../design/last-use.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { keysQuery, type OfEnvironment } from '../../api/queries/environments.ts';

/** Asks for the last four characters, because revoking can’t be undone. */
export function RevokeKeyDialog({
  target,
  apiKey: { id, name, last_four: lastFour, last_used_at: usedAt },
  onClose,
}: {
  target: OfEnvironment;
  apiKey: EnvironmentKey;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const say = useToast();
  const revoke = useMutation({
    mutationFn: () =>
      readChanged(
        settings.DELETE(
          '/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}',
          { params: { path: { ...target, id } } },
        ),
      ),
    async onSuccess({ changeId }) {
      onClose();
      say(`Revoked the key …${lastFour}`, {
        change: { org: target.org, id: changeId, isFinal: true },
      });
      await client.invalidateQueries({ queryKey: keysQuery(target).queryKey });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Revoke ${name ?? `key …${lastFour}`}?`}
      action="Revoke"
      kind="danger"
      typed={lastFour}
      typedLabel={`Type its last four characters, ${lastFour}`}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      Requests to {target.env} with this key fail within a second. You can’t undo this.{' '}
      <LastUse at={usedAt} />
    </ConfirmDialog>
  );
}

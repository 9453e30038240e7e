import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedOf, settings } from '../../api/client.ts';
import type { EnvironmentKey } from '../../api/types.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { LastUse } from '../../design/last-use.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { keysQuery, type OfEnvironment } from '../../api/queries/environments.ts';

/** Asks for the last four: a revoked key does not come back. */
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
      changedOf(
        settings.DELETE(
          '/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}',
          { params: { path: { ...target, id } } },
        ),
      ),
    async onSuccess({ changeId }) {
      onClose();
      say(`Revoked the key …${lastFour} of ${target.env}.`, {
        change: { org: target.org, id: changeId, isFinal: true },
      });
      await client.invalidateQueries({ queryKey: keysQuery(target).queryKey });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Revoke ${name ?? `the key …${lastFour}`}?`}
      action="Revoke"
      kind="danger"
      typed={lastFour}
      typedLabel={`Its last four characters: ${lastFour}`}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      Whoever asks {target.env} with it is refused within a second. This cannot be undone.{' '}
      <LastUse at={usedAt} />
    </ConfirmDialog>
  );
}

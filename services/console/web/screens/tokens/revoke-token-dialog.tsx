import { useMutation, useQueryClient } from '@tanstack/react-query';
import { changedOf, settings } from '../../api/client.ts';
import type { ApiToken } from '../../api/types.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { LastUse } from '../../design/last-use.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { tokensQuery } from '../../api/queries/tokens.ts';

export function RevokeTokenDialog({
  org,
  token: { id, name, last_four: lastFour, last_used_at: usedAt },
  onClose,
}: {
  org: string;
  token: ApiToken;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const say = useToast();
  const revoke = useMutation({
    mutationFn: () =>
      changedOf(
        settings.DELETE('/settings/v1/organisations/{org}/api-tokens/{id}', {
          params: { path: { org, id } },
        }),
      ),
    async onSuccess({ changeId }) {
      onClose();
      say(`Revoked the token ${name} of ${org}.`, { change: { org, id: changeId, isFinal: true } });
      await client.invalidateQueries({ queryKey: tokensQuery(org).queryKey });
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Revoke ${name}?`}
      action="Revoke"
      kind="danger"
      typed={lastFour}
      typedLabel={`Its last four characters: ${lastFour}`}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      Whoever calls with it is refused at once, the tokens that it made end with it, and so do its open
      invitations. This cannot be undone. <LastUse at={usedAt} />
    </ConfirmDialog>
  );
}

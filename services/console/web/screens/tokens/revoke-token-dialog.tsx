import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readChanged, settings } from '../../api/client.ts';
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
      readChanged(
        settings.DELETE('/settings/v1/organisations/{org}/api-tokens/{id}', {
          params: { path: { org, id } },
        }),
      ),
    async onSuccess({ changeId }) {
      onClose();
      say(`Revoked the token “${name}”`, { change: { org, id: changeId, isFinal: true } });
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
      typedLabel={`Type its last four characters, ${lastFour}`}
      isPending={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      Requests with this token fail at once. Tokens and invitations that it created are revoked, too. You
      can’t undo this. <LastUse at={usedAt} />
    </ConfirmDialog>
  );
}

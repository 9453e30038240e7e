import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { organisationsChanged } from '../../api/live/organisations-changed.ts';
import { sessionQuery } from '../../api/queries/project.ts';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { useRemove } from './changes.ts';

/** Asks before a member is removed, or before the user leaves. */
export function LeaveDialog({
  org,
  member: { email },
  isOwn,
  onClose,
}: {
  org: string;
  member: { email: string };
  isOwn: boolean;
  onClose: () => void;
}) {
  const remove = useRemove(org);
  const say = useToast();
  const client = useQueryClient();
  const navigate = useNavigate();
  async function done(id: string | undefined) {
    onClose();
    if (!isOwn) {
      say(`Removed ${email} from ${org}`, { change: { org, id, isFinal: true } });
      return;
    }
    say(`You left ${org}`);
    await client.resetQueries({ queryKey: sessionQuery.queryKey });
    await organisationsChanged(client);
    await navigate({ to: '/' });
  }
  return (
    <ConfirmDialog
      isOpen
      title={isOwn ? `Leave ${org}?` : `Remove ${email}?`}
      action={isOwn ? 'Leave' : 'Remove'}
      kind="danger"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(email, { onSuccess: ({ changeId }) => void done(changeId) })}
      onClose={onClose}
    >
      {isOwn ? 'You lose' : `${email} loses`} access to the organisation. Invitations from{' '}
      {isOwn ? 'you' : 'them'} expire. Tokens stay valid, so that scripts keep working. Coming back takes an
      invitation.
    </ConfirmDialog>
  );
}

import { useCan } from '../../api/session/use-can.ts';
import { useState } from 'react';
import type { Membership, Role } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import kit from '../../design/kit.module.css';
import { Section } from '../../design/section.tsx';
import { Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { useRemove } from './changes.ts';
import { roleNames } from '../../flags/role-names.ts';

/** Renders pending invitations. */
export function Invitations({
  invitations,
  org,
  now,
  onInvite,
}: {
  invitations: readonly Membership[];
  org: string;
  /** When they were loaded, in milliseconds since 1970. */
  now: number;
  /** Creates a new link for an address, with the same role. */
  onInvite: (address: string, role: Role) => void;
}) {
  const toManage = useCan(org, 'manage-people').reason;
  const toOwn = useCan(org, 'manage-owners').reason;
  const remove = useRemove(org);
  const say = useToast();
  const [withdrawn, setWithdrawn] = useState<string>();
  const close = () => {
    remove.reset();
    setWithdrawn(undefined);
  };
  return (
    <Section title="Invitations">
      <Table
        label="Invitations"
        heads={['Address', 'Role', 'Invited by', 'Expires', '']}
        narrow={['Address', 'Ends', '']}
      >
        {invitations.map(({ email, role, invited_by: by, expires_at: endsAt }) => {
          const disabledReason = role === 'owner' ? toOwn : toManage;
          return (
            <tr key={email}>
              <td>{email}</td>
              <td>{roleNames[role]}</td>
              <td>{by ?? 'staff'}</td>
              <td>
                {endsAt !== null && <Time at={endsAt} />}
                {endsAt !== null && Date.parse(endsAt) < now && <b className={kit.wrong}> ended</b>}
              </td>
              <td>
                <div className={kit.rowActions}>
                  <Button disabledReason={disabledReason} onClick={() => onInvite(email, role)}>
                    New link<span className="hidden-text"> for {email}</span>
                  </Button>
                  <Button disabledReason={disabledReason} onClick={() => setWithdrawn(email)}>
                    Withdraw<span className="hidden-text"> the invitation of {email}</span>
                  </Button>
                </div>
              </td>
            </tr>
          );
        })}
      </Table>
      {withdrawn !== undefined && (
        <ConfirmDialog
          isOpen
          title="Withdraw invitation?"
          action="Withdraw"
          kind="danger"
          isPending={remove.isPending}
          error={remove.error}
          onClose={close}
          onConfirm={() =>
            remove.mutate(withdrawn, {
              onSuccess: ({ changeId: id }) => {
                close();
                say(`Withdrew the invitation for ${withdrawn}`, { change: { org, id, isFinal: true } });
              },
            })
          }
        >
          The link for {withdrawn} stops working at once.
        </ConfirmDialog>
      )}
    </Section>
  );
}

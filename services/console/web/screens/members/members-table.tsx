import { useCan } from '../../api/session/use-can.ts';
import { useState } from 'react';
import { lastOwnerReason } from '../../api/session/disabled-reasons.ts';
import type { Membership, Role } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { Menu } from '../../design/floating/menu.tsx';
import { Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { useGiveRole } from './changes.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { roleMeanings, rolesOf } from './model.ts';
import { roleNames } from '../../flags/role-names.ts';

export function MembersTable({
  members,
  isWhole,
  org,
  own,
}: {
  members: readonly Membership[];
  /** All of them are loaded. */
  isWhole: boolean;
  org: string;
  /** The address of the user. */
  own: string | undefined;
}) {
  const give = useGiveRole(org);
  const say = useToast();
  const [leaving, setLeaving] = useState<Membership>();
  function giveRole({ email, role: was }: Membership, role: Role) {
    const undo = () => give.mutate({ email, role: was, was: role });
    give.mutate(
      { email, role, was },
      {
        onSuccess: ({ changeId: id }) => say(`${email} is now ${role}`, { undo, change: { org, id } }),
      },
    );
  }
  return (
    <>
      {give.error && (
        <p className={kit.wrong} role="alert">
          {give.error.message} The table shows the roles as they are now.
        </p>
      )}
      <Table label="Members" heads={['Name', 'Role', 'Since', 'Last seen', '']} narrow={['Name', 'Role', '']}>
        {members.map((member) => (
          <MemberRow
            key={member.email}
            {...{ member, org, isOwn: member.email === own, isBusy: give.isPending }}
            lastOwner={lastOwnerReason(member, members, isWhole)}
            onRole={(role) => giveRole(member, role)}
            onLeave={() => setLeaving(member)}
          />
        ))}
      </Table>
      {leaving && (
        <LeaveDialog
          {...{ org, member: leaving, isOwn: leaving.email === own }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </>
  );
}

function MemberRow({
  member,
  org,
  isOwn,
  isBusy,
  lastOwner,
  onRole,
  onLeave,
}: {
  member: Membership;
  org: string;
  isOwn: boolean;
  isBusy: boolean;
  lastOwner: string | undefined;
  onRole: (role: Role) => void;
  onLeave: () => void;
}) {
  const { email, name, role, since, last_seen_at: seenAt } = member;
  const toManage = useCan(org, 'manage-people').reason;
  const toOwn = useCan(org, 'manage-owners').reason;
  const disabledReason = (role === 'owner' ? toOwn : toManage) ?? lastOwner;
  const toRemove = lastOwner ?? (isOwn ? undefined : disabledReason);
  return (
    <tr>
      <td>
        <b>{name || email}</b> {isOwn && <span className={kit.hint}>you</span>}
        <div className={kit.hint}>{email}</div>
      </td>
      <td>
        <Menu
          trigger={
            <Button disabledReason={disabledReason} disabled={isBusy}>
              <span className="hidden-text">Role of {email}: </span>
              {lastOwner !== undefined && <Icon name="lock" size={14} />}
              {roleNames[role]}
              {disabledReason === undefined && <Icon name="down" size={12} />}
            </Button>
          }
          items={rolesOf.map((each) => ({
            key: each,
            ...(each === role && { icon: 'check' as const }),
            disabledReason: disabledReason ?? (each === 'owner' ? toOwn : undefined),
            label: (
              <span>
                <b>{roleNames[each]}</b>
                <span className={kit.hint}> {roleMeanings[each]}</span>
              </span>
            ),
            run: () => each !== role && onRole(each),
          }))}
        />
      </td>
      <td>
        <Time at={since} />
      </td>
      <td>{seenAt === null ? 'Never' : <Time at={seenAt} />}</td>
      <td>
        <div className={kit.rowActions}>
          <Button disabledReason={toRemove} onClick={onLeave}>
            {isOwn ? 'Leave' : 'Remove'}
            {!isOwn && <span className="hidden-text"> {email}</span>}
          </Button>
        </div>
      </td>
    </tr>
  );
}

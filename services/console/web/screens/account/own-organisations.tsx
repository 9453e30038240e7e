import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { readBody, settings } from '../../api/client.ts';
import { organisationsChanged } from '../../api/live/organisations-changed.ts';
import { ApiError } from '../../api/api-error.ts';
import { membersQuery } from '../../api/queries/project.ts';
import { lastOwnerReason } from '../../api/session/disabled-reasons.ts';
import type { Session } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { Table } from '../../design/table.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { roleNames } from '../../flags/role-names.ts';

type Own = Session['organisations'][number];

export function OwnOrganisations({ organisations, email }: { organisations: readonly Own[]; email: string }) {
  const [left, setLeft] = useState<Own>();
  if (organisations.length === 0) return <p className={kit.hint}>You are a member of no organisation.</p>;
  return (
    <>
      <Table label="Organisations" heads={['Organisation', 'Your role', '']}>
        {organisations.map((own) => (
          <tr key={own.slug}>
            <td>
              <Link to={paths.organisation} params={{ org: own.slug }}>
                {own.name}
              </Link>{' '}
              <code>{own.slug}</code>
            </td>
            <td>{roleNames[own.role]}</td>
            <td>
              {own.role === 'owner' ? (
                <LeaveOfOwner own={own} email={email} onLeave={() => setLeft(own)} />
              ) : (
                <Leave own={own} onLeave={() => setLeft(own)} />
              )}
            </td>
          </tr>
        ))}
      </Table>
      {left && <LeaveDialog own={left} email={email} onClose={() => setLeft(undefined)} />}
    </>
  );
}

interface LeaveProps {
  readonly own: Own;
  readonly onLeave: () => void;
}

function Leave({ own, disabledReason, onLeave }: LeaveProps & { disabledReason?: string | undefined }) {
  return (
    <div className={kit.rowActions}>
      <Button disabledReason={disabledReason} onClick={onLeave}>
        Leave<span className="hidden-text"> {own.name}</span>
      </Button>
    </div>
  );
}

/** Tells the last owner why they can't leave. If the members cannot be read, the server refuses instead. */
function LeaveOfOwner({ email, ...props }: LeaveProps & { email: string }) {
  const { slug, role } = props.own;
  const { data: members, hasNextPage, isPending } = useInfiniteQuery(membersQuery(slug));
  const lastOwner = members && lastOwnerReason({ email, role }, members, !hasNextPage);
  const unknown = isPending ? 'Checking for other owners…' : undefined;
  return (
    <>
      <Leave {...props} disabledReason={lastOwner ?? unknown} />
      {lastOwner !== undefined && (
        <p className={kit.hint}>
          You are the last owner.{' '}
          <Link to={paths.members} params={{ org: slug }}>
            Make someone else an owner
          </Link>
        </p>
      )}
    </>
  );
}

function LeaveDialog({
  own: { slug, name },
  email,
  onClose,
}: {
  own: Own;
  email: string;
  onClose: () => void;
}) {
  const client = useQueryClient();
  const say = useToast();
  const leave = useMutation({
    mutationFn: () =>
      readBody(
        settings.DELETE('/settings/v1/organisations/{org}/members/{email}', {
          params: { path: { org: slug, email } },
        }),
      ),
    async onSuccess() {
      onClose();
      say(`You left ${name}`);
      await organisationsChanged(client);
    },
  });
  return (
    <ConfirmDialog
      isOpen
      title={`Leave ${name}?`}
      action="Leave"
      kind="danger"
      isPending={leave.isPending}
      error={leave.error}
      onConfirm={() => leave.mutate()}
      onClose={onClose}
    >
      You lose access to the organisation. Invitations from you expire. Your tokens stay valid, so that
      scripts keep working. Coming back takes an invitation.
      {leave.error instanceof ApiError && leave.error.code === 'last_owner' && (
        <p>
          <Link to={paths.members} params={{ org: slug }}>
            Make another member of {name} an owner
          </Link>
        </p>
      )}
    </ConfirmDialog>
  );
}

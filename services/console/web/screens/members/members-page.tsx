import { useCan } from '../../api/session/use-can.ts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { membersQuery, sessionQuery } from '../../api/queries/project.ts';
import type { Membership, Role } from '../../api/types.ts';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { Section } from '../../design/section.tsx';
import { Invitations } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersTable } from './members-table.tsx';
import { roleMeanings, rolesOf } from './model.ts';
import { roleNames } from '../../flags/role-names.ts';

export function MembersPage() {
  const { org } = useParams({ from: '/framed/o/$org/members' });
  const query = useInfiniteQuery(membersQuery(org));
  const disabledReason = useCan(org, 'manage-people').reason;
  const [invited, setInvited] = useState<{ address: string; role: Role }>();
  const invite: Action = {
    label: 'Invite people',
    keys: 'n',
    icon: 'plus',
    disabledReason,
    run: () => setInvited({ address: '', role: 'member' }),
  };
  useActions([invite]);
  return (
    <Page
      isWide
      title="Members"
      documentTitle={`Members · ${org}`}
      actions={<ActionButton kind="main" action={invite} />}
    >
      <QueryBoundary of={query} height={240}>
        {(all) => (
          <Everybody
            {...{ all, org }}
            isWhole={!query.hasNextPage}
            now={query.dataUpdatedAt}
            onInvite={(address, role) => setInvited({ address, role })}
          />
        )}
      </QueryBoundary>
      {query.hasNextPage && (
        <div>
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      <Section title="Roles">
        <dl className={kit.meanings}>
          {rolesOf.map((role) => (
            <div key={role}>
              <dt>{roleNames[role]}</dt>
              <dd>{roleMeanings[role]}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {invited !== undefined && <InviteDialog org={org} {...invited} onClose={() => setInvited(undefined)} />}
    </Page>
  );
}

function Everybody({
  all,
  isWhole,
  org,
  now,
  onInvite,
}: {
  all: readonly Membership[];
  /** All of them are loaded. */
  isWhole: boolean;
  org: string;
  now: number;
  onInvite: (address: string, role: Role) => void;
}) {
  const { data: session } = useQuery(sessionQuery);
  const members = all.filter(({ status }) => status === 'member');
  const invitations = all.filter(({ status }) => status === 'invited');
  return (
    <>
      <MembersTable members={members} isWhole={isWhole} org={org} own={session?.account?.email} />
      {isWhole && members.length === 1 && invitations.length === 0 && (
        <p className={kit.hint}>You’re the only member. Invite your team.</p>
      )}
      {invitations.length > 0 && (
        <Invitations invitations={invitations} org={org} now={now} onInvite={onInvite} />
      )}
    </>
  );
}

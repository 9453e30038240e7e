import { useCan } from '../../api/session/use-can.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { ApiToken } from '../../api/types.ts';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { describeRole } from './model.ts';
import { NewTokenDialog } from './new-token-dialog.tsx';
import { tokensQuery } from '../../api/queries/tokens.ts';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { EmptyState } from '../../design/empty-state.tsx';

export function TokensPage() {
  const { org } = useParams({ from: '/framed/o/$org/tokens' });
  const query = useInfiniteQuery(tokensQuery(org));
  const disabledReason = useCan(org, 'manage-people').reason;
  const [isMaking, setMaking] = useState(false);
  const make: Action = {
    label: 'New token',
    keys: 'n',
    icon: 'plus',
    disabledReason,
    run: () => setMaking(true),
  };
  useActions([make]);
  return (
    <Page
      isWide
      title="Tokens"
      documentTitle={`Tokens · ${org}`}
      below="For scripts and CI. Apps use environment keys."
      actions={<ActionButton kind="main" action={make} />}
    >
      <QueryBoundary
        of={query}
        height={200}
        isEmpty={(tokens) => tokens.length === 0}
        empty={
          <EmptyState>
            <p>
              No tokens yet. Create one per script, so that you can revoke them separately:{' '}
              <code>Authorization: Bearer rpa_…</code>
            </p>
          </EmptyState>
        }
      >
        {(tokens) => (
          <Table
            label="Tokens"
            heads={['Token and scopes', 'Acts as', 'Projects', 'Created', 'Last used', 'Expires', '']}
            narrow={['Token and scopes', 'Last used', '']}
          >
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} org={org} />
            ))}
          </Table>
        )}
      </QueryBoundary>
      {query.hasNextPage && (
        <div>
          <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
      {isMaking && <NewTokenDialog org={org} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function TokenRow({ token, org }: { token: ApiToken; org: string }) {
  const { name, last_four: lastFour, scopes, role, created_by: by, created_by_left: hasLeft } = token;
  const { created_at: madeAt, last_used_at: usedAt, revoked_at: revokedAt } = token;
  const disabledReason = useCan(org, 'manage-organisation').reason;
  const [isAsking, setAsking] = useState(false);
  return (
    <tr>
      <td>
        <b>{name}</b> <code>…{lastFour}</code>
        <div className={kit.hint}>{scopes.join(', ')}</div>
      </td>
      <td>{describeRole(role)}</td>
      <td>All</td>
      <td>
        <Time at={madeAt} />
        {by !== null && `, ${by}`}
        {hasLeft && <div className={kit.guard}>Creator left the organisation</div>}
      </td>
      <td>{usedAt === null ? 'Never' : <Time at={usedAt} />}</td>
      <td>{revokedAt === null ? 'Never' : 'Revoked'}</td>
      <td>
        <div className={kit.rowActions}>
          {revokedAt === null ? (
            <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
              Revoke<span className="hidden-text"> {name}</span>
            </Button>
          ) : (
            <span className={kit.hint}>
              Revoked <Time at={revokedAt} />
            </span>
          )}
        </div>
        {isAsking && <RevokeTokenDialog token={token} org={org} onClose={() => setAsking(false)} />}
      </td>
    </tr>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createCurlCommand } from '../../api/curl-command.ts';
import type { EnvironmentKey } from '../../api/types.ts';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Section } from '../../design/section.tsx';
import { Snippet } from '../../design/snippet.tsx';
import { Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { keysQuery, type OfEnvironment } from '../../api/queries/environments.ts';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

const kinds = {
  server: 'Server (secret)',
  client: 'Client (public)',
  datafile: 'Datafile (local evaluation)',
} as const;

interface Asked {
  readonly what: 'rename' | 'revoke';
  readonly key: EnvironmentKey;
}

export function KeysTab({
  target,
  disabledReason,
}: {
  target: OfEnvironment;
  disabledReason: string | undefined;
}) {
  const query = useInfiniteQuery(keysQuery(target));
  const [isMaking, setMaking] = useState(false);
  const [asked, setAsked] = useState<Asked>();
  const make: Action = {
    label: 'New key',
    keys: 'n',
    icon: 'plus',
    disabledReason,
    run: () => setMaking(true),
  };
  useActions([make]);
  const close = () => setAsked(undefined);
  const path = `${target.org}/projects/${target.project}/environments/${target.env}/api-keys`;
  return (
    <Section title="Keys" actions={<ActionButton kind="main" action={make} />}>
      <QueryBoundary
        of={query}
        height={160}
        isEmpty={(items) => items.length === 0}
        empty={
          <>
            <p className={kit.hint}>
              No keys yet. Create a server key for your backend, or a client key for web pages and apps.
            </p>
            <Snippet
              label="Create a key with cURL"
              code={createCurlCommand(path, { name: 'shop', kind: 'server' })}
            />
          </>
        }
      >
        {(keys) => (
          <Table
            label="Keys"
            heads={['Key', 'Kind', 'Created', 'Last used', '']}
            narrow={['Key', 'Last used', '']}
          >
            {keys.map((key) => (
              <KeyRow
                key={key.id}
                apiKey={key}
                disabledReason={disabledReason}
                onAsk={(what) => setAsked({ what, key })}
              />
            ))}
          </Table>
        )}
      </QueryBoundary>
      {query.hasNextPage && (
        <div>
          <Button onClick={() => void query.fetchNextPage()}>Show more</Button>
        </div>
      )}
      {isMaking && <NewKeyDialog target={target} onClose={() => setMaking(false)} />}
      {asked?.what === 'rename' && <RenameKeyDialog target={target} apiKey={asked.key} onClose={close} />}
      {asked?.what === 'revoke' && <RevokeKeyDialog target={target} apiKey={asked.key} onClose={close} />}
    </Section>
  );
}

function KeyRow({
  apiKey: { name, kind, last_four: lastFour, created_by: by, created_at: madeAt, ...apiKey },
  disabledReason,
  onAsk,
}: {
  apiKey: EnvironmentKey;
  disabledReason: string | undefined;
  onAsk: (what: Asked['what']) => void;
}) {
  const { last_used_at: usedAt, revoked_at: revokedAt } = apiKey;
  const own = name ?? `…${lastFour}`;
  return (
    <tr>
      <td>
        {name === null ? <span className={kit.hint}>Unnamed </span> : <b>{name} </b>}
        <code>…{lastFour}</code>
      </td>
      <td>{kinds[kind]}</td>
      <td>
        <Time at={madeAt} />
        {by !== null && `, ${by}`}
      </td>
      <td>{usedAt === null ? 'Never' : <Time at={usedAt} />}</td>
      <td>
        <div className={kit.rowActions}>
          {revokedAt === null ? (
            <>
              <Button disabledReason={disabledReason} onClick={() => onAsk('rename')}>
                Rename<span className="hidden-text"> {own}</span>
              </Button>
              <Button disabledReason={disabledReason} onClick={() => onAsk('revoke')}>
                Revoke<span className="hidden-text"> {own}</span>
              </Button>
            </>
          ) : (
            <span className={kit.hint}>
              Revoked <Time at={revokedAt} />
            </span>
          )}
        </div>
      </td>
    </tr>
  );
}

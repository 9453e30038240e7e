import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { bodyOf, settings } from '../api/client.ts';
import { usePermission } from '../api/permissions.ts';
import { environmentsQuery } from '../api/queries.ts';
import type { EnvironmentKey } from '../api/types.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { useActions, type Action } from '../ui/actions.ts';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { Icon } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import { Page } from '../ui/page.tsx';
import { paths } from '../ui/paths.ts';
import { ago, Time } from '../ui/time.tsx';
import { useToast } from '../ui/toast.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { keysQuery, type OfEnvironment } from './queries.ts';

const kinds = { server: 'server', client: 'client, for pages and apps', datafile: 'datafile' } as const;

export function EnvironmentPage() {
  const target = useParams({ from: '/framed/o/$org/p/$project/environments/$env' });
  const { data: environments } = useQuery(environmentsQuery(target));
  const [isMaking, setMaking] = useState(false);
  const query = useQuery(keysQuery(target));
  const environment = environments?.find(({ slug }) => slug === target.env);
  const refusal = usePermission(target.org, 'manage-projects');
  const title = environment?.name ?? target.env;
  const make: Action = { label: 'New key', keys: 'n', icon: 'plus', refusal, run: () => setMaking(true) };
  useActions([make]);
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${target.project}`}
      crumbs={
        <>
          <Link to={paths.environments} params={target}>
            Environments
          </Link>{' '}
          / <code>{target.env}</code>
        </>
      }
      actions={<ActionButton kind="main" action={make} />}
    >
      {environment?.protected && (
        <p className={kit.protected}>
          <Icon name="lock" />
          Protected: only admins and owners change what {environment.name} serves.
        </p>
      )}
      <Answer
        of={query}
        height={160}
        isEmpty={(items) => items.length === 0}
        empty={
          <p className={kit.hint}>
            No key yet. Applications ask with one: make a server key for a server, a client key for a page.
          </p>
        }
      >
        {(items) => <KeysTable keys={items} target={target} refusal={refusal} />}
      </Answer>
      {isMaking && <NewKeyDialog target={target} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function KeysTable({
  keys,
  target,
  refusal,
}: {
  keys: readonly EnvironmentKey[];
  target: OfEnvironment;
  refusal: string | undefined;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={`${kit.card} ${kit.scroll}`} tabIndex={0} role="group" aria-label="Keys">
      <table className={kit.table}>
        <thead>
          <tr>
            <th scope="col">Key</th>
            <th scope="col">Kind</th>
            <th scope="col">Made</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="hidden-text">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <KeyRow key={key.id} apiKey={key} target={target} refusal={refusal} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function KeyRow({
  apiKey,
  target,
  refusal,
}: {
  apiKey: EnvironmentKey;
  target: OfEnvironment;
  refusal: string | undefined;
}) {
  const {
    id,
    name,
    kind,
    last_four: lastFour,
    created_by: by,
    created_at: madeAt,
    last_used_at: usedAt,
    revoked_at: revokedAt,
  } = apiKey;
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const say = useToast();
  const revoke = useMutation({
    mutationFn: () =>
      bodyOf(
        settings.DELETE(
          '/settings/v1/organisations/{org}/projects/{project}/environments/{env}/api-keys/{id}',
          {
            params: { path: { ...target, id } },
          },
        ),
      ),
    async onSuccess() {
      setAsking(false);
      await client.invalidateQueries({ queryKey: keysQuery(target).queryKey });
      say(`Revoked the key …${lastFour} of ${target.env}.`);
    },
  });
  return (
    <tr>
      <td>
        {name !== null && <b>{name} </b>}
        <code>…{lastFour}</code>
      </td>
      <td>{kinds[kind]}</td>
      <td>
        <Time at={madeAt} />
        {by !== null && `, ${by}`}
      </td>
      <td>{usedAt === null ? 'never' : <Time at={usedAt} />}</td>
      <td>
        {revokedAt === null ? (
          <Button refusal={refusal} onClick={() => setAsking(true)}>
            Revoke
          </Button>
        ) : (
          <span className={kit.hint}>
            revoked <Time at={revokedAt} />
          </span>
        )}
        {isAsking && (
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
            onClose={() => setAsking(false)}
          >
            Whoever asks {target.env} with it is refused within a second. This cannot be undone.{' '}
            {usedAt !== null && <b className={kit.wrong}>It was used {ago(new Date(usedAt))}.</b>}
          </ConfirmDialog>
        )}
      </td>
    </tr>
  );
}

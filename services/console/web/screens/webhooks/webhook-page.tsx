import { useCan } from '../../api/session/use-can.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { ConfirmDialog } from '../../design/floating/confirm-dialog.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { Time } from '../../design/time.tsx';
import { useDeleteEndpoint, useRotateSecret } from './changes.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointSettings } from './endpoint-settings.tsx';
import { endpointQuery, type Endpoint, type OfEndpoint } from '../../api/queries/webhooks.ts';
import { Release } from './release.tsx';
import { RedeliverAllDialog } from './redeliver-dialog.tsx';
import { SecretShown } from './secret-shown.tsx';
import { Sparkline } from './sparkline.tsx';
import { State } from './state.tsx';
import { TestDialog } from './test-dialog.tsx';

type Open = 'test' | 'all' | 'rotate' | 'delete' | undefined;

export function WebhookPage() {
  const target = useParams({ from: '/framed/o/$org/webhooks/$endpoint' });
  const search = useSearch({ from: '/framed/o/$org/webhooks/$endpoint' });
  const navigate = useNavigate({ from: '/o/$org/webhooks/$endpoint' });
  const { org } = target;
  const query = useQuery(endpointQuery(target));
  const [open, setOpen] = useState<Open>();
  const disabledReason = useCan(org, 'manage-organisation').reason;
  const test: Action = { label: 'Send test', keys: 't', disabledReason, run: () => setOpen('test') };
  const all: Action = { label: 'Redeliver all failed', disabledReason, run: () => setOpen('all') };
  const rotate: Action = {
    label: 'Rotate secret',
    icon: 'key',
    disabledReason,
    run: () => setOpen('rotate'),
  };
  const remove: Action = { label: 'Delete', icon: 'trash', disabledReason, run: () => setOpen('delete') };
  useActions([test, all, rotate, remove]);
  const close = () => setOpen(undefined);
  // Opening a delivery adds to the browser history; filters don’t.
  const change = (changed: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...changed }, replace: !('delivery' in changed) });
  return (
    <Page
      isWide
      title={query.data?.body.url ?? 'Webhook'}
      documentTitle={`Webhook · ${org}`}
      crumbs={
        <Link to={paths.webhooks} params={{ org }}>
          Webhooks
        </Link>
      }
      beside={query.data && <State endpoint={query.data.body} />}
      actions={
        <>
          <ActionButton action={test} kind="main" />
          <ActionButton action={rotate} />
          <ActionButton action={remove} kind="danger" />
        </>
      }
    >
      <QueryBoundary of={query} height={480}>
        {({ body: endpoint, etag }) => (
          <>
            <OnHold target={target} endpoint={endpoint} disabledReason={disabledReason} />
            <p className={kit.hint}>
              <Sparkline target={target} withText />
            </p>
            <EndpointSettings key={endpoint.id} {...{ target, endpoint, etag, disabledReason }} />
            <Deliveries
              target={target}
              search={search}
              change={change}
              redeliverAll={all}
              disabledReason={disabledReason}
            />
          </>
        )}
      </QueryBoundary>
      {open === 'test' && query.data && (
        <TestDialog
          target={target}
          format={query.data.body.format}
          onShow={(delivery) => change({ delivery })}
          onClose={close}
        />
      )}
      {open === 'all' && query.data && (
        <RedeliverAllDialog target={target} url={query.data.body.url} onClose={close} />
      )}
      {open === 'rotate' && <RotateDialog target={target} onClose={close} />}
      {open === 'delete' && query.data && (
        <DeleteDialog target={target} url={query.data.body.url} etag={query.data.etag} onClose={close} />
      )}
    </Page>
  );
}

function OnHold({
  target,
  endpoint,
  disabledReason,
}: {
  target: OfEndpoint;
  endpoint: Endpoint;
  disabledReason: string | undefined;
}) {
  if (endpoint.held_since === null) return null;
  return (
    <div className={kit.notice} role="status">
      <span>
        Every delivery failed for five days. On hold since <Time at={endpoint.held_since} />. Deliveries wait
        and are not lost.
      </span>
      <Release target={target} disabledReason={disabledReason} />
    </div>
  );
}

function RotateDialog({ target, onClose }: { target: OfEndpoint; onClose: () => void }) {
  const rotate = useRotateSecret(target);
  if (rotate.data)
    return <SecretShown title="New signing secret" secret={rotate.data.secret} onClose={onClose} />;
  return (
    <ConfirmDialog
      isOpen
      title="Rotate secret?"
      action="Rotate"
      kind="danger"
      isPending={rotate.isPending}
      error={rotate.error}
      onConfirm={() => rotate.mutate()}
      onClose={() => rotate.isPending || onClose()}
    >
      The new secret signs every attempt from now on, including retries. Your receiver rejects them until it
      has it; they come again in a minute. To refuse none, let it accept both for a while.
    </ConfirmDialog>
  );
}

function DeleteDialog({
  target,
  url,
  etag,
  onClose,
}: {
  target: OfEndpoint;
  url: string;
  etag: string;
  onClose: () => void;
}) {
  const navigate = useNavigate();
  const remove = useDeleteEndpoint(
    target,
    url,
    () => void navigate({ to: paths.webhooks, params: { org: target.org } }),
  );
  return (
    <ConfirmDialog
      isOpen
      title="Delete endpoint?"
      action="Delete"
      kind="danger"
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(etag)}
      onClose={onClose}
    >
      Deletes the endpoint and its deliveries, including pending ones.
    </ConfirmDialog>
  );
}

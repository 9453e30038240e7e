import { useCan } from '../../api/session/use-can.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { createCurlCommand } from '../../api/curl-command.ts';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { Snippet } from '../../design/snippet.tsx';
import { Table } from '../../design/table.tsx';
import { useMakeEndpoint, type NewEndpointFields } from './changes.ts';
import { EndpointFields, fieldPaths } from './endpoint-form.tsx';
import { endpointsQuery, type Endpoint } from '../../api/queries/webhooks.ts';
import { formats } from './model.ts';
import { Release } from './release.tsx';
import { SecretShown } from './secret-shown.tsx';
import { Sparkline } from './sparkline.tsx';
import { LastResult, State } from './state.tsx';
import style from './webhooks.module.css';
import { EmptyState } from '../../design/empty-state.tsx';

const example = { url: 'https://hooks.example.com/bunting', events: ['*'] };

export function WebhooksPage() {
  const { org } = useParams({ from: '/framed/o/$org/webhooks' });
  const query = useQuery(endpointsQuery(org));
  const [isMaking, setMaking] = useState(false);
  const disabledReason = useCan(org, 'manage-organisation').reason;
  const make: Action = {
    label: 'New endpoint',
    keys: 'n',
    icon: 'plus',
    disabledReason,
    run: () => setMaking(true),
  };
  useActions([make]);
  return (
    <Page
      isWide
      title="Webhooks"
      documentTitle={`Webhooks · ${org}`}
      below={
        <>
          Send a signed HTTP request when something changes.{' '}
          <Link to={paths.webhookGuide} params={{ org }}>
            Guide for receivers
          </Link>
        </>
      }
      actions={<ActionButton action={make} kind="main" />}
    >
      <QueryBoundary
        of={query}
        height={200}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <EmptyState>
            <p>
              No endpoints yet. Bunting sends a POST to your endpoint whenever a feature, its targeting or a
              member changes.
            </p>
            <p>
              <Link to={paths.webhookGuide} params={{ org }}>
                The receiver guide
              </Link>{' '}
              explains signatures and responses, with complete receivers in Node.js, Python and Go.
            </p>
            <div>
              <ActionButton action={make} />
            </div>
            <Snippet
              label="Create an endpoint with cURL"
              code={createCurlCommand(`${org}/webhook-endpoints`, example)}
            />
          </EmptyState>
        }
      >
        {({ items, isCut }) => (
          <>
            <Endpoints org={org} items={items} disabledReason={disabledReason} />
            {isCut && <p className={kit.hint}>These are the first {items.length} endpoints.</p>}
          </>
        )}
      </QueryBoundary>
      {isMaking && <NewEndpoint org={org} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function Endpoints({
  org,
  items,
  disabledReason,
}: {
  org: string;
  items: readonly Endpoint[];
  disabledReason: string | undefined;
}) {
  return (
    <Table
      label="Endpoints"
      heads={['Endpoint', 'State', 'Last result', '24 hours', 'Events']}
      narrow={['Endpoint', 'State']}
    >
      {items.map((endpoint) => (
        <tr key={endpoint.id}>
          <td className={style.address}>
            <Link to={paths.webhook} params={{ org, endpoint: endpoint.id }} data-row>
              <code>{endpoint.url}</code>
            </Link>
            <div className={kit.hint}>
              {formats[endpoint.format].name}
              {endpoint.description !== '' && ` · ${endpoint.description}`}
            </div>
          </td>
          <td>
            <State endpoint={endpoint} />
            {endpoint.held_since !== null && (
              <Release
                target={{ org, endpoint: endpoint.id }}
                name={endpoint.url}
                disabledReason={disabledReason}
              />
            )}
          </td>
          <td>
            <LastResult endpoint={endpoint} />
          </td>
          <td>
            <Sparkline target={{ org, endpoint: endpoint.id }} />
          </td>
          <td>{endpoint.events.includes('*') ? 'all' : endpoint.events.length}</td>
        </tr>
      ))}
    </Table>
  );
}

const fresh: NewEndpointFields = { url: '', format: 'bunting', events: ['*'], description: '' };

function NewEndpoint({ org, onClose }: { org: string; onClose: () => void }) {
  const form = useForm(fresh, useMakeEndpoint(org));
  const navigate = useNavigate();
  if (form.result) {
    const { id, secret } = form.result;
    const open = () => void navigate({ to: paths.webhook, params: { org, endpoint: id } });
    return <SecretShown title="Signing secret" secret={secret} onClose={open} />;
  }
  return (
    <FormDialog
      title="New endpoint"
      action="Create endpoint"
      form={form}
      fields={fieldPaths}
      onClose={onClose}
    >
      <EndpointFields fields={form.values} error={form.error} onChange={form.change} />
    </FormDialog>
  );
}

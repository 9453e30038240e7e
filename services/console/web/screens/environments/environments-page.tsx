import { useCan } from '../../api/session/use-can.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { environmentsQuery } from '../../api/queries/project.ts';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { TabLinks } from '../../page/tabs.tsx';
import { EnvironmentsTable } from './environments-table.tsx';
import { NewEnvironmentDialog } from './new-environment-dialog.tsx';
import { Transfer } from './transfer.tsx';

export function EnvironmentsPage() {
  const params = useParams({ from: '/framed/o/$org/p/$project/environments' });
  const { tab } = useSearch({ from: '/framed/o/$org/p/$project/environments' });
  const query = useQuery(environmentsQuery(params));
  const disabledReason = useCan(params.org, 'manage-projects').reason;
  const [isMaking, setMaking] = useState(false);
  const make: Action = {
    label: 'New environment',
    keys: 'n',
    icon: 'plus',
    disabledReason,
    run: () => setMaking(true),
  };
  useActions([make]);
  const link = { to: paths.environments, params, activeOptions: { exact: true } };
  return (
    <Page
      isWide
      title="Environments and keys"
      documentTitle={`Environments · ${params.project}`}
      actions={<ActionButton kind="main" action={make} />}
    >
      <TabLinks
        label="Environments"
        items={[
          { ...link, key: 'list', label: 'Environments', search: {} },
          { ...link, key: 'transfer', label: 'Export and import', search: { tab: 'transfer' } },
        ]}
      />
      {tab === 'transfer' ? (
        <Transfer target={params} />
      ) : (
        <QueryBoundary
          of={query}
          height={160}
          isEmpty={(items) => items.length === 0}
          empty={
            <p className={kit.hint}>
              No environments yet. Create one for each stage that your apps run in, such as production and
              staging.
            </p>
          }
        >
          {(items) => (
            <EnvironmentsTable environments={items} target={params} disabledReason={disabledReason} />
          )}
        </QueryBoundary>
      )}
      {isMaking && <NewEnvironmentDialog target={params} onClose={() => setMaking(false)} />}
    </Page>
  );
}

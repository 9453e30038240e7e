import { countApprovals, needsApproval } from '../../api/session/denied-reason.ts';
import { useCan } from '../../api/session/use-can.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { environmentsQuery } from '../../api/queries/project.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { TabLinks } from '../../page/tabs.tsx';
import { KeysTab } from './keys-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';

const from = '/framed/o/$org/p/$project/environments/$env';

export function EnvironmentPage() {
  const target = useParams({ from });
  const { tab } = useSearch({ from });
  const { data: environments } = useQuery(environmentsQuery(target));
  const disabledReason = useCan(target.org, 'manage-projects').reason;
  const environment = environments?.find(({ slug }) => slug === target.env);
  const title = environment?.name ?? target.env;
  const link = { to: paths.environment, params: target, activeOptions: { exact: true } };
  return (
    <Page
      isWide
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
    >
      <TabLinks
        label="Environment"
        items={[
          { ...link, key: 'settings', label: 'Settings', search: {} },
          { ...link, key: 'keys', label: 'Keys', search: { tab: 'keys' } },
        ]}
      />
      {environment?.protected && (
        <p className={kit.protected}>
          <Icon name="lock" />
          {needsApproval(environment)
            ? `Protected: changes in ${environment.name} need ${countApprovals(environment)}.`
            : `Protected: only admins and owners can make changes in ${environment.name}.`}
        </p>
      )}
      {tab === 'keys' ? (
        <KeysTab target={target} disabledReason={disabledReason} />
      ) : (
        <SettingsTab key={target.env} target={target} disabledReason={disabledReason} />
      )}
    </Page>
  );
}

import { useCan } from '../../api/session/use-can.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { createCurlCommand } from '../../api/curl-command.ts';
import { organisationQuery, projectsQuery } from '../../api/queries/project.ts';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { Section } from '../../design/section.tsx';
import { Snippet } from '../../design/snippet.tsx';
import { NewProjectDialog } from './new-project-dialog.tsx';
import { Projects } from './projects.tsx';
import { usageQuery } from '../../api/queries/organisation.ts';
import { RenameOrganisationDialog } from './rename-organisation-dialog.tsx';
import { UsageView } from './usage-view.tsx';

const statusNames = { active: 'Active', suspended: 'Suspended', inactive: 'Inactive' } as const;

export function OrganisationPage() {
  const { org } = useParams({ from: '/framed/o/$org/' });
  const query = useQuery(organisationQuery(org));
  const disabledReason = useCan(org, 'manage-organisation').reason;
  const [isRenaming, setRenaming] = useState(false);
  const organisation = query.data?.body;
  const name = organisation?.name ?? org;
  return (
    <Page
      isWide
      title={name}
      documentTitle={name}
      crumbs={<code>{org}</code>}
      beside={
        organisation && (
          <>
            <span className={kit.badge} data-status={organisation.status === 'active' ? 'live' : undefined}>
              {statusNames[organisation.status]}
            </span>
            <span className={kit.hint}>
              {organisation.plan.charAt(0).toUpperCase() + organisation.plan.slice(1)} plan
            </span>
          </>
        )
      }
      actions={
        <Button disabledReason={disabledReason} onClick={() => setRenaming(true)}>
          Rename
        </Button>
      }
    >
      <QueryBoundary of={query} height={40}>
        {(stored) =>
          isRenaming && <RenameOrganisationDialog {...{ org, stored }} onClose={() => setRenaming(false)} />
        }
      </QueryBoundary>
      <ProjectsSection org={org} />
      <UsageSection org={org} />
    </Page>
  );
}

function ProjectsSection({ org }: { org: string }) {
  const query = useQuery(projectsQuery(org));
  const disabledReason = useCan(org, 'manage-projects').reason;
  const [isMaking, setMaking] = useState(false);
  const make: Action = {
    label: 'New project',
    keys: 'n',
    icon: 'plus',
    disabledReason,
    run: () => setMaking(true),
  };
  useActions([make]);
  return (
    <Section title="Projects" actions={<ActionButton action={make} />}>
      <QueryBoundary
        of={query}
        height={120}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <>
            <p className={kit.hint}>
              No projects yet. A project holds the features and environments of one product.
            </p>
            <Snippet
              label="Create a project with cURL"
              code={createCurlCommand(`${org}/projects`, { slug: 'shop' })}
            />
          </>
        }
      >
        {({ items, isCut }) => (
          <>
            <Projects org={org} projects={items} />
            {isCut && <p className={kit.hint}>These are the first {items.length} projects.</p>}
          </>
        )}
      </QueryBoundary>
      {isMaking && <NewProjectDialog org={org} onClose={() => setMaking(false)} />}
    </Section>
  );
}

function UsageSection({ org }: { org: string }) {
  const query = useQuery(usageQuery(org));
  return (
    <Section title="Monthly active users">
      <QueryBoundary of={query} height={200}>
        {(usage) => <UsageView usage={usage} now={new Date(query.dataUpdatedAt)} />}
      </QueryBoundary>
    </Section>
  );
}

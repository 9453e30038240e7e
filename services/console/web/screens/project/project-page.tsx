import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { projectQuery } from '../../api/queries/organisation.ts';
import type { Versioned } from '../../api/client.ts';
import type { InProject } from '../../api/queries/project.ts';
import { useCan } from '../../api/session/use-can.ts';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Section } from '../../design/section.tsx';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { RenameProjectDialog } from './rename-project-dialog.tsx';

/** Shows the name of a project, and deletes the project. */
export function ProjectPage() {
  const params = useParams({ from: '/framed/o/$org/p/$project/settings' });
  const query = useQuery(projectQuery(params));
  return (
    <Page title="Project settings" documentTitle={`Settings · ${params.project}`}>
      <QueryBoundary of={query} height={200}>
        {(stored) => <Parts target={params} stored={stored} />}
      </QueryBoundary>
    </Page>
  );
}

function Parts({ target, stored }: { target: InProject; stored: Versioned<{ readonly name: string }> }) {
  const { org, project: slug } = target;
  const { name } = stored.body;
  const disabledReason = useCan(org, 'manage-projects').reason;
  const [asked, setAsked] = useState<'rename' | 'delete'>();
  const close = () => setAsked(undefined);
  return (
    <>
      <Section
        title="General"
        actions={
          <Button disabledReason={disabledReason} onClick={() => setAsked('rename')}>
            Rename
          </Button>
        }
      >
        <dl className={kit.meanings}>
          <div>
            <dt>Name</dt>
            <dd>{name}</dd>
          </div>
          <div>
            <dt>Slug</dt>
            <dd>
              <code>{slug}</code>
            </dd>
          </div>
        </dl>
      </Section>
      <Section title="Danger zone">
        <p className={kit.hint}>
          Deleting the project deletes its features, segments, environments and keys. You can’t undo this.{' '}
          <Link to={paths.environments} params={target} search={{ tab: 'transfer' }}>
            Export it first
          </Link>
        </p>
        <div className={kit.wraps}>
          <Button kind="danger" disabledReason={disabledReason} onClick={() => setAsked('delete')}>
            Delete {name}
          </Button>
        </div>
      </Section>
      {asked === 'rename' && <RenameProjectDialog {...{ target, stored }} onClose={close} />}
      {asked === 'delete' && <DeleteProjectDialog org={org} project={{ slug, name }} onClose={close} />}
    </>
  );
}

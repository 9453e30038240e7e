import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { projectQuery } from '../../api/queries/organisation.ts';
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
        {({ body: { slug, name } }) => <Parts org={params.org} project={{ slug, name }} />}
      </QueryBoundary>
    </Page>
  );
}

interface Named {
  readonly slug: string;
  readonly name: string;
}

function Parts({ org, project }: { org: string; project: Named }) {
  const disabledReason = useCan(org, 'manage-projects').reason;
  const [asked, setAsked] = useState<'rename' | 'delete'>();
  const close = () => setAsked(undefined);
  const params = { org, project: project.slug };
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
            <dd>{project.name}</dd>
          </div>
          <div>
            <dt>Slug</dt>
            <dd>
              <code>{project.slug}</code>
            </dd>
          </div>
        </dl>
      </Section>
      <Section title="Danger zone">
        <p className={kit.hint}>
          Deleting the project deletes its features, segments, environments and keys. You can’t undo this.{' '}
          <Link to={paths.environments} params={params} search={{ tab: 'transfer' }}>
            Export it first
          </Link>
        </p>
        <div className={kit.wraps}>
          <Button kind="danger" disabledReason={disabledReason} onClick={() => setAsked('delete')}>
            Delete {project.name}
          </Button>
        </div>
      </Section>
      {asked === 'rename' && <RenameProjectDialog org={org} project={project} onClose={close} />}
      {asked === 'delete' && <DeleteProjectDialog org={org} project={project} onClose={close} />}
    </>
  );
}

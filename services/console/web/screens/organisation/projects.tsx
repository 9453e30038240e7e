import { useCan } from '../../api/session/use-can.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ProjectItem } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { Table } from '../../design/table.tsx';
import { DeleteProjectDialog } from './delete-project-dialog.tsx';
import { RenameProjectDialog } from './rename-project-dialog.tsx';

export function Projects({ org, projects }: { org: string; projects: readonly ProjectItem[] }) {
  const disabledReason = useCan(org, 'manage-projects').reason;
  const [asked, setAsked] = useState<{ what: 'rename' | 'delete'; project: ProjectItem }>();
  const close = () => setAsked(undefined);
  return (
    <>
      <Table label="Projects" heads={['Project', 'Environments', '']}>
        {projects.map((project) => {
          const params = { org, project: project.slug };
          return (
            <tr key={project.slug}>
              <td>
                <Link to={paths.features} params={params} data-row>
                  {project.name}
                </Link>{' '}
                <code>{project.slug}</code>
              </td>
              <td>
                <Link to={paths.environments} params={params}>
                  Environments and keys
                </Link>
              </td>
              <td>
                <RowActions
                  name={project.name}
                  disabledReason={disabledReason}
                  onAsk={(what) => setAsked({ what, project })}
                />
              </td>
            </tr>
          );
        })}
      </Table>
      {asked?.what === 'rename' && <RenameProjectDialog org={org} project={asked.project} onClose={close} />}
      {asked?.what === 'delete' && <DeleteProjectDialog org={org} project={asked.project} onClose={close} />}
    </>
  );
}

function RowActions({
  name,
  disabledReason,
  onAsk,
}: {
  name: string;
  disabledReason: string | undefined;
  onAsk: (what: 'rename' | 'delete') => void;
}) {
  return (
    <div className={kit.rowActions}>
      <Button disabledReason={disabledReason} onClick={() => onAsk('rename')}>
        Rename<span className="hidden-text"> {name}</span>
      </Button>
      <Button disabledReason={disabledReason} onClick={() => onAsk('delete')}>
        Delete<span className="hidden-text"> {name}</span>
      </Button>
    </div>
  );
}

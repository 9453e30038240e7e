import { Link } from '@tanstack/react-router';
import type { ProjectItem } from '../../api/types.ts';
import { formatNumber } from '../../design/count.ts';
import { Table } from '../../design/table.tsx';
import { paths } from '../../page/paths.ts';

export function Projects({ org, projects }: { org: string; projects: readonly ProjectItem[] }) {
  return (
    <Table
      label="Projects"
      heads={['Project', 'Slug', 'Features', 'Environments', 'Settings']}
      narrow={['Project', 'Features', 'Settings']}
    >
      {projects.map(({ slug, name, feature_count: features, environments }) => {
        const params = { org, project: slug };
        return (
          <tr key={slug}>
            <td>
              <Link to={paths.features} params={params} data-row>
                {name}
              </Link>
            </td>
            <td>
              <code>{slug}</code>
            </td>
            <td>{formatNumber(features)}</td>
            <td>
              <Link to={paths.environments} params={params}>
                {environments.map((each) => each.name).join(', ') || 'None'}
              </Link>
            </td>
            <td>
              <Link to={paths.project} params={params}>
                Settings<span className="hidden-text"> of {name}</span>
              </Link>
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

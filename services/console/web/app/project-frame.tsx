import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { environmentsQuery } from '../api/queries/project.ts';
import { Failed } from '../design/query-boundary.tsx';
import { Page } from '../page/page.tsx';

/** Renders the frame of every screen of a project. It renders no screen for a project that does not exist. */
export function ProjectFrame() {
  const target = useParams({ from: '/framed/o/$org/p/$project' });
  // Stays an error while the project is read again, so that no page flashes up.
  const { data, error } = useQuery({ ...environmentsQuery(target), retryOnMount: false });
  const isMissing = data === undefined && error instanceof ApiError && error.status === 404;
  if (!isMissing) return <Outlet />;
  return (
    <Page title="Project not found" documentTitle="Not found">
      <Failed error={error} />
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { ApiError } from '../api/api-error.ts';
import { environmentsQuery } from '../api/queries/project.ts';
import { Failed } from '../design/answer.tsx';
import { Page } from '../page/page.tsx';

/** What every screen of a project stands in. Of a project that does not exist, nothing is drawn that could be done in it. */
export function ProjectFrame() {
  const target = useParams({ from: '/framed/o/$org/p/$project' });
  // What was refused stays refused: a page that is drawn while it is asked once more would be taken away again.
  const { data, error } = useQuery({ ...environmentsQuery(target), retryOnMount: false });
  const isMissing = data === undefined && error instanceof ApiError && error.status === 404;
  if (!isMissing) return <Outlet />;
  return (
    <Page title="There is no such project" documentTitle="Not found">
      <Failed error={error} />
    </Page>
  );
}

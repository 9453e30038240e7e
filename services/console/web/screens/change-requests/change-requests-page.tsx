import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { changeRequestsQuery } from '../../api/queries/change-requests.ts';
import { createCurlCommand } from '../../api/curl-command.ts';
import { Button } from '../../design/button.tsx';
import { EmptyState } from '../../design/empty-state.tsx';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Snippet } from '../../design/snippet.tsx';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { readSearch } from '../../page/search.ts';
import { Filters } from './filters.tsx';
import { getView, listActiveFilters, toFilter, toSearch, type RequestSearch } from './list-model.ts';
import { requestSearch } from './list-search.ts';
import { RequestsTable } from './requests-table.tsx';

const from = '/framed/o/$org/p/$project/change-requests';

/** Renders the change requests of a project. */
export function ChangeRequestsPage() {
  const params = useParams({ from });
  const search: RequestSearch = useSearch({ from });
  const navigate = useNavigate({ from: paths.changeRequests });
  const query = useInfiniteQuery(changeRequestsQuery(params, toFilter(search)));
  const requests = query.data?.pages.flatMap(({ items }) => items);
  const change = (changed: RequestSearch) =>
    void navigate({ search: readSearch({ ...search, ...changed }, requestSearch), replace: true });
  return (
    <Page isWide title="Change requests" documentTitle={`Change requests · ${params.project}`}>
      <Filters target={params} search={search} change={change} />
      <QueryBoundary
        of={{
          data: requests,
          error: query.error,
          refetch: query.refetch,
          dataUpdatedAt: query.dataUpdatedAt,
        }}
        height={320}
        isEmpty={(data) => data.length === 0}
        empty={<NoRequest {...{ params, search, change }} />}
      >
        {(data) => (
          <>
            <RequestsTable target={params} requests={data} />
            {query.hasNextPage && (
              <div>
                <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Earlier change requests
                </Button>
              </div>
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const example = {
  title: 'Ship the new checkout',
  changes: [
    {
      method: 'PATCH',
      path: 'features/checkout/environments/production/targeting',
      body: { enabled: true },
    },
  ],
};

const emptyTitles = {
  waiting: 'Nothing waits for you',
  open: 'No open change requests',
  applied: 'No change request was applied yet',
  closed: 'No closed change requests',
  any: 'No change requests yet',
} as const;

function NoRequest({
  params,
  search,
  change,
}: {
  params: { org: string; project: string };
  search: RequestSearch;
  change: (changed: RequestSearch) => void;
}) {
  const active = listActiveFilters(search, []);
  const view = getView(search);
  if (active.length > 0)
    return (
      <EmptyState>
        <p>No change requests match these filters.</p>
        <Button
          onClick={() => change(Object.assign({}, ...active.map(({ cleared }) => cleared)) as RequestSearch)}
        >
          Clear filters
        </Button>
      </EmptyState>
    );
  return (
    <EmptyState title={emptyTitles[view]}>
      <p>
        A change request is a change that you propose now and that is applied later: by hand, when others have
        approved it, or at a time. To make one, edit a{' '}
        <Link to={paths.features} params={params}>
          feature
        </Link>{' '}
        in an environment that requires approvals, and choose <b>Propose</b>.
      </p>
      {view !== 'any' && (
        <div>
          <Button onClick={() => change(toSearch('any'))}>Show all change requests</Button>
        </div>
      )}
      <Snippet
        label="Propose a change with cURL"
        code={createCurlCommand(`${params.org}/projects/${params.project}/change-requests`, example)}
      />
    </EmptyState>
  );
}

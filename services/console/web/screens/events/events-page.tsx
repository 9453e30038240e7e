import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { base } from '../../api/base.ts';
import { environmentsQuery } from '../../api/queries/project.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { preferences } from '../../design/preferences.ts';
import { readSearch, words } from '../../page/search.ts';
import { Snippet } from '../../design/snippet.tsx';
import { Filters, type EventSearch } from './filters.tsx';
import { namesQuery } from './queries.ts';
import { Summary } from './summary.tsx';
import { EmptyState } from '../../design/empty-state.tsx';

const from = '/framed/o/$org/p/$project/events';
const parameters = words('env', 'variable', 'event', 'from', 'to', 'bucket', 'view');

/** Renders the events of users, by variable and variation. */
export function EventsPage() {
  const params = useParams({ from });
  const found = useSearch({ from });
  const search: EventSearch = found;
  const navigate = useNavigate({ from: '/o/$org/p/$project/events' });
  const environments = useQuery(environmentsQuery(params));
  const known = environments.data ?? [];
  const last = known.find(({ slug }) => slug === preferences().lastEnvironment) ?? known[0];
  const env = search.env ?? last?.slug;
  const change = (changed: EventSearch) => {
    const next = readSearch({ ...search, ...changed }, parameters);
    void navigate({ search: next as typeof found, replace: true });
  };
  return (
    <Page
      isWide
      title="Events"
      documentTitle={`Events · ${params.project}`}
      below="User events by variation. Counts are exact; hours and days are in UTC."
    >
      <QueryBoundary
        of={environments}
        height={320}
        isEmpty={() => env === undefined}
        empty={<p className={kit.hint}>This project has no environment, so nothing can be sent.</p>}
      >
        {(items) => (
          <>
            {/* So that a shared link shows the same environment. */}
            {search.env === undefined && (
              <Navigate {...{ to: paths.events, params, replace: true }} search={{ ...found, env: env! }} />
            )}
            <OfEnvironment target={{ ...params, env: env! }} {...{ items, search, change }} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function OfEnvironment({
  target,
  items,
  search,
  change,
}: {
  target: { org: string; project: string; env: string };
  items: readonly { readonly slug: string; readonly name: string }[];
  search: EventSearch;
  change: (changed: EventSearch) => void;
}) {
  const names = useQuery(namesQuery(target));
  return (
    <>
      <Filters env={target.env} environments={items} names={names.data} {...{ search, change }} />
      <QueryBoundary
        of={names}
        height={320}
        isEmpty={({ items: all }) => all.length === 0}
        empty={<NoEvents env={target.env} />}
      >
        {() => <Summary target={target} search={search} change={change} />}
      </QueryBoundary>
    </>
  );
}

function NoEvents({ env }: { env: string }) {
  const code = `curl ${location.origin}${base}/v1/events \\
  -H 'X-API-Key: KEY OF ${env.toUpperCase()}' \\
  -d '{"events": [{"variable": "VARIABLE", "variation": "VARIATION", "event": "purchase", "user": {"id": "user-1"}}]}'`;
  return (
    <EmptyState>
      <p>No events in {env} yet. Your app sends each event with the variation that the user got:</p>
      <Snippet label="First event" code={code} />
      <p className={kit.hint} role="status">
        Waiting for the first event…
      </p>
    </EmptyState>
  );
}

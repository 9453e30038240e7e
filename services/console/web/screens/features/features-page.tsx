import { useMembership } from '../../api/session/use-can.ts';
import { getDeniedReason } from '../../api/session/denied-reason.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { createCurlCommand } from '../../api/curl-command.ts';
import { environmentsQuery, featuresQuery, type InProject } from '../../api/queries/project.ts';
import type { ListedFeature } from '../../api/types.ts';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { useShownOrder } from './use-shown-order.ts';
import { paths } from '../../page/paths.ts';
import { Snippet } from '../../design/snippet.tsx';
import { FeaturesTable } from './features-table.tsx';
import style from './features.module.css';
import { Filters } from './filters.tsx';
import { toFilter, isFiltered, isUnasked, nothingFound, type ListSearch } from './model.ts';
import { ViewOptions } from './view-options.tsx';
import { formatCount } from '../../design/count.ts';
import { EmptyState } from '../../design/empty-state.tsx';

const NewFeatureDialog = lazy(async () => ({
  default: (await import('./new-feature-dialog.tsx')).NewFeatureDialog,
}));
const AdviceTable = lazy(async () => ({ default: (await import('./advice-table.tsx')).AdviceTable }));

const none: readonly ListedFeature[] = [];

export function FeaturesPage() {
  const params = useParams({ from: '/framed/o/$org/p/$project/features' });
  const search: ListSearch = useSearch({ from: '/framed/o/$org/p/$project/features' });
  const navigate = useNavigate({ from: '/o/$org/p/$project/features' });
  const [isMaking, setMaking] = useState(false);
  const isAdvice = search.view === 'advice';
  const query = useInfiniteQuery({
    ...featuresQuery(params, toFilter(search)),
    placeholderData: keepPreviousData,
    enabled: !isAdvice,
  });
  const environmentsRead = useQuery(environmentsQuery(params));
  const environments = environmentsRead.data;
  const membership = useMembership(params.org);
  const listed = query.data?.pages.flatMap(({ items }) => items);
  const ordered = useShownOrder(listed ?? none, {
    of: JSON.stringify([params, toFilter(search)]),
    isPlaceholder: listed === undefined || query.isPlaceholderData,
    keyOf: ({ slug }) => slug,
  });
  const rows = listed && ordered;
  const total = query.data?.pages[0]?.total ?? rows?.length ?? 0;
  const change = (changed: Partial<Record<keyof ListSearch, string | undefined>>) =>
    void navigate({ search: { ...search, ...changed } as ListSearch, replace: true });
  const clear = () => void navigate({ search: search.view ? { view: search.view } : {}, replace: true });
  // The empty list has an action of its own, which comes first.
  const isEmpty = rows?.length === 0 && !isFiltered(search);
  const make: Action = {
    label: 'New feature',
    keys: 'n',
    icon: 'plus',
    disabledReason: getDeniedReason(membership, 'define'),
    run: () => setMaking(true),
  };
  useActions([make]);
  return (
    <Page
      isWide
      title="Features"
      documentTitle={`Features · ${params.project}`}
      beside={
        rows &&
        !isAdvice && (
          <span className={style.total} role="status">
            {formatCount(total, 'feature')}
          </span>
        )
      }
      actions={
        <>
          <ViewOptions search={search} environments={environments ?? []} onChange={change} />
          <ActionButton kind={isEmpty ? 'plain' : 'main'} action={make} />
        </>
      }
    >
      <Filters search={search} environments={environments ?? []} rows={rows ?? []} onChange={change} />
      {isAdvice ? (
        <Suspense>
          <AdviceTable {...params} search={search} membership={membership} clear={clear} />
        </Suspense>
      ) : (
        <QueryBoundary
          of={{
            data: rows && environments && { rows, environments },
            error: query.error ?? environmentsRead.error,
            refetch: () => Promise.all([query.refetch(), environmentsRead.refetch()]),
            dataUpdatedAt: query.dataUpdatedAt,
          }}
          height={520}
          isEmpty={(data) => data.rows.length === 0}
          empty={
            isFiltered(search) ? <NothingFound search={search} clear={clear} /> : <NoFeature {...params} />
          }
        >
          {(data) => (
            <>
              <FeaturesTable
                {...data}
                {...params}
                membership={membership}
                total={total}
                hasMore={query.hasNextPage}
                more={() => void query.fetchNextPage({ cancelRefetch: false })}
              />
              {isUnasked(data.rows, search, query.hasNextPage) && <FirstRunLine {...params} />}
            </>
          )}
        </QueryBoundary>
      )}
      {!isAdvice && rows === undefined && query.isError && isFiltered(search) && (
        <div>
          <Button onClick={clear}>Clear filters</Button>
        </div>
      )}
      {isMaking && environments && (
        <Suspense>
          <NewFeatureDialog {...{ ...params, environments, membership }} onClose={() => setMaking(false)} />
        </Suspense>
      )}
    </Page>
  );
}

/** Leads back to the setup until an app evaluates a feature. */
function FirstRunLine(params: InProject) {
  return (
    <p className={kit.hint}>
      None of these has been evaluated yet.{' '}
      <Link to={paths.firstRun} params={params}>
        Connect an app
      </Link>
    </p>
  );
}

function NothingFound({ search, clear }: { search: ListSearch; clear: () => void }) {
  return (
    <EmptyState>
      <p>{nothingFound(search)}</p>
      <Button onClick={clear}>Clear filters</Button>
    </EmptyState>
  );
}

function NoFeature({ org, project }: InProject) {
  const body = {
    slug: 'greeting',
    variables: [{ slug: 'greeting', type: 'string' }],
    variations: [{ slug: 'hello', values: { greeting: 'Hello' } }],
  };
  return (
    <EmptyState title="No features yet">
      <p>
        A feature groups the flags that you release together. Your app reads its variables, and you decide
        here who gets which value.
      </p>
      <Link className={kit.button} data-kind="main" to={paths.firstRun} params={{ org, project }}>
        Resume setup
      </Link>
      <details>
        <summary>Create one with the API</summary>
        <Snippet
          label="Create a feature with cURL"
          code={createCurlCommand(`${org}/projects/${project}/features`, body)}
        />
      </details>
    </EmptyState>
  );
}

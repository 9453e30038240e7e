import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { readSearch, word } from '../../page/search.ts';
import style from './code-references.module.css';
import { NothingPushed, PlanNotice } from './nothing-pushed.tsx';
import { featureReferencesQuery, repositoriesQuery } from '../../api/queries/code-references.ts';
import { ReferenceList } from './reference-list.tsx';

const from = '/framed/o/$org/p/$project/features/$feature/code';
const states = [
  [undefined, 'All'],
  ['recorded', 'In code'],
  ['stale', 'Removed'],
] as const;

/** Renders the code references of a feature. */
export function CodeTab() {
  const params = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate();
  const query = useInfiniteQuery(featureReferencesQuery(params, search));
  const repositories = useQuery(repositoriesQuery(params));
  const change = (changed: { [Name in keyof typeof search]?: string | undefined }) =>
    void navigate({
      to: paths.featureCode,
      params,
      search: readSearch({ ...search, ...changed }, { state: word, repository: word }),
      replace: true,
    });
  const isFiltered = search.state !== undefined || search.repository !== undefined;
  const items = query.data?.pages.flatMap((page) => page.items);
  const data = items && repositories.data && { items, repositories: repositories.data };
  return (
    <QueryBoundary
      of={{
        data,
        error: query.error ?? repositories.error,
        refetch: query.refetch,
        dataUpdatedAt: query.dataUpdatedAt,
      }}
      height={320}
      isEmpty={({ repositories: all }) => all.length === 0}
      empty={<NothingPushed target={params} />}
    >
      {({ items: references, repositories: all }) => (
        <>
          <PlanNotice org={params.org} />
          <div className={style.filters} role="search" aria-label="Filter the references">
            <div className={style.filters} role="group" aria-label="State">
              {states.map(([state, label]) => (
                <Button
                  key={label}
                  kind={search.state === state ? 'plain' : 'quiet'}
                  aria-pressed={search.state === state}
                  onClick={() => change({ state })}
                >
                  {label}
                </Button>
              ))}
            </div>
            <select
              className={`${kit.input} ${kit.filter}`}
              aria-label="Repository"
              value={search.repository ?? ''}
              onChange={(event) => change({ repository: event.target.value || undefined })}
            >
              <option value="">All repositories</option>
              {all.map(({ id, repository }) => (
                <option key={id}>{repository}</option>
              ))}
            </select>
          </div>
          {references.length === 0 && (
            <p className={kit.hint}>
              {isFiltered
                ? 'No references match these filters.'
                : 'No repository uses the variables of this feature.'}
            </p>
          )}
          <ReferenceList target={params} items={references} snapshots={all} />
          {query.hasNextPage && (
            <div>
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                More references
              </Button>
            </div>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

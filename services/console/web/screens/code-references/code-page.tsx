import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { TypedFilter } from '../../design/forms/typed-filter.tsx';
import style from './code-references.module.css';
import { NothingPushed, PlanNotice } from './nothing-pushed.tsx';
import { projectReferencesQuery, repositoriesQuery } from '../../api/queries/code-references.ts';
import { ReferenceList } from './reference-list.tsx';
import { Repositories } from './repositories.tsx';
import { Unreferenced } from './unreferenced.tsx';

const from = '/framed/o/$org/p/$project/code';

/** Renders the code references of a project. */
export function CodePage() {
  const params = useParams({ from });
  const query = useQuery(repositoriesQuery(params));
  return (
    <Page
      isWide
      title="Code references"
      documentTitle={`Code · ${params.project}`}
      below="Where your code uses each variable, as of the latest CI scan."
    >
      <QueryBoundary
        of={query}
        height={240}
        isEmpty={(items) => items.length === 0}
        empty={<NothingPushed target={params} />}
      >
        {(items) => (
          <>
            <PlanNotice org={params.org} />
            <Repositories target={params} items={items} />
            <References />
            <Unreferenced target={params} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

function References() {
  const params = useParams({ from });
  const { text } = useSearch({ from });
  const navigate = useNavigate({ from: '/o/$org/p/$project/code' });
  const query = useInfiniteQuery(projectReferencesQuery(params, text));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <section className={style.part} aria-label="References">
      <div className={style.filters}>
        <TypedFilter
          label="Key or file"
          value={text ?? ''}
          isSearch
          onChange={(typed) => void navigate({ search: typed === '' ? {} : { text: typed }, replace: true })}
        />
      </div>
      <QueryBoundary
        of={{ data: items, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
        height={320}
        isEmpty={(found) => found.length === 0}
        empty={
          <p className={kit.hint}>
            {text === undefined ? 'No references found.' : `No key or file matches “${text}”.`}
          </p>
        }
      >
        {(found) => (
          <>
            <ReferenceList target={params} items={found} />
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
    </section>
  );
}

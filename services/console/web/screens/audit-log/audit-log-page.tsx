import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import type { AuditRecord } from '../../api/types.ts';
import { historyQuery } from '../../api/queries/audit-records.ts';
import { RecordList } from '../../flags/audit-records/record-list.tsx';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { auditParameters, readSearch, words } from '../../page/search.ts';
import { formatDay } from '../../design/format-time.ts';
import { DownloadButton } from './download.tsx';
import { Filters } from './filters.tsx';
import { toFilter, type AuditSearch } from './model.ts';
import { EmptyState } from '../../design/empty-state.tsx';

const from = '/framed/o/$org/audit-log';
const parameters = words(...auditParameters);

/** Renders the audit log of the organisation. */
export function AuditLogPage() {
  const { org } = useParams({ from });
  const search: AuditSearch = useSearch({ from });
  const navigate = useNavigate({ from: '/o/$org/audit-log' });
  const router = useRouter();
  const { record: open, ...named } = search;
  const filter = toFilter(named);
  const query = useInfiniteQuery(historyQuery(org, filter));
  const records = query.data?.pages.flatMap(({ items }) => items);
  const isFiltered = Object.keys(named).length > 0;
  const change = (changed: AuditSearch) =>
    void navigate({ search: readSearch({ ...search, ...changed }, parameters), replace: true });
  const linkTo = (record: string) =>
    location.origin +
    router.buildLocation({
      to: paths.auditLog,
      params: { org },
      search: readSearch({ ...search, record }, parameters),
    }).publicHref;
  return (
    <Page
      isWide
      title="Audit log"
      documentTitle={`Audit log · ${org}`}
      actions={<DownloadButton org={org} filter={filter} />}
    >
      <Filters org={org} search={search} change={change} />
      <QueryBoundary
        of={{ data: records, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
        height={480}
        isEmpty={(data) => data.length === 0 && !query.hasNextPage}
        empty={
          <EmptyState>
            <p>{isFiltered ? 'No changes match these filters.' : 'No changes yet.'}</p>
            {isFiltered && <Button onClick={() => void navigate({ search: {} })}>Clear filters</Button>}
          </EmptyState>
        }
      >
        {(data) => (
          <>
            <RecordList
              org={org}
              records={data}
              open={open}
              onOpen={(record) => change({ record })}
              linkTo={linkTo}
            />
            {query.hasNextPage && (
              <div>
                <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Earlier changes
                </Button>{' '}
                {isFiltered && <SoughtTo records={data} />}
              </div>
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

/** Renders how far a search has looked back, because one page of it may have few matches. */
function SoughtTo({ records }: { records: readonly AuditRecord[] }) {
  const last = records.at(-1);
  return (
    <span className={kit.hint}>
      {last === undefined
        ? 'No matches in the latest changes. Load earlier ones.'
        : `Loaded back to ${formatDay(new Date(last.at))}.`}
    </span>
  );
}

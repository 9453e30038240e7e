import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { environmentsQuery } from '../../../api/queries/project.ts';
import type { AuditRecord, Environment } from '../../../api/types.ts';
import { dayEnd, dayStart } from '../../../design/forms/local-time.ts';
import { historyQuery } from '../../../api/queries/audit-records.ts';
import { RecordList } from '../../../flags/audit-records/record-list.tsx';
import { QueryBoundary } from '../../../design/query-boundary.tsx';
import { Button } from '../../../design/button.tsx';
import { DayRange } from '../../../design/forms/day-range.tsx';
import kit from '../../../design/kit.module.css';
import { paths } from '../../../page/paths.ts';
import { readSearch, words } from '../../../page/search.ts';
import { TypedFilter } from '../../../design/forms/typed-filter.tsx';
import { isOfServing } from './model.ts';
import style from './history-page.module.css';
import { RestoreDialog } from './restore-dialog.tsx';
import { Form } from '../../../design/forms/form.tsx';

const from = '/framed/o/$org/p/$project/features/$feature/history';

/** Renders the audit log of a feature. Changes can be reverted, and past versions restored. */
export function HistoryPage() {
  const params = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate();
  const router = useRouter();
  const [restored, setRestored] = useState<{ env?: string; at?: string }>();
  const { org, project, feature } = params;
  const { record: open, environment, actor, from: first, to: last } = search;
  const [begins, ends] = [first && dayStart(first), last && dayEnd(last)];
  const filter = {
    project,
    feature,
    ...(environment && { environment }),
    ...(actor && { actor }),
    ...(begins && { from: begins }),
    ...(ends && { to: ends }),
  };
  const query = useInfiniteQuery(historyQuery(org, filter));
  const { data: environments = [] } = useQuery(environmentsQuery(params));
  const records = query.data?.pages.flatMap(({ items }) => items);
  /** Sets search parameters, without empty values. */
  const change = (changed: { [Name in keyof typeof search]?: string | undefined }) =>
    void navigate({
      to: paths.history,
      params,
      search: readSearch({ ...search, ...changed }, words('environment', 'actor', 'from', 'to', 'record')),
      replace: true,
    });
  const linkTo = (record: string) =>
    location.origin + router.buildLocation({ to: paths.history, params, search: { record } }).publicHref;
  const restoreOf = ({ action, environment, at }: AuditRecord) =>
    environment !== null &&
    isOfServing(action) && (
      <Button onClick={() => setRestored({ env: environment, at })}>Restore this version…</Button>
    );
  return (
    <>
      <Form
        className={style.filters}
        role="search"
        aria-label="Filter the history"
        onSubmit={(event) => event.preventDefault()}
      >
        <EnvironmentFilter
          value={environment ?? ''}
          environments={environments}
          onChange={(chosen) => change({ environment: chosen || undefined })}
        />
        <TypedFilter
          label="Actor email"
          placeholder="Who"
          value={actor ?? ''}
          onChange={(typed) => change({ actor: typed || undefined })}
        />
        <DayRange from={first} to={last} onChange={change} />
        {(environment ?? actor ?? first ?? last) && (
          <Button onClick={() => void navigate({ to: paths.history, params, search: {} })}>
            Clear filters
          </Button>
        )}
        {environments.length > 0 && (
          <span className={style.beside}>
            <Button onClick={() => setRestored({})}>Restore a past version…</Button>
          </span>
        )}
      </Form>
      <QueryBoundary
        of={{ data: records, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
        height={480}
        isEmpty={(data) => data.length === 0}
        empty={<p className={kit.hint}>No changes match these filters.</p>}
      >
        {(data) => (
          <>
            <RecordList
              org={org}
              records={data}
              open={open}
              onOpen={(record) => change({ record })}
              linkTo={linkTo}
              actionsOf={restoreOf}
              isOfPage
            />
            {query.hasNextPage && (
              <div>
                <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Earlier changes
                </Button>
              </div>
            )}
          </>
        )}
      </QueryBoundary>
      {restored && (
        <RestoreDialog
          target={params}
          environments={environments}
          {...restored}
          onClose={() => setRestored(undefined)}
        />
      )}
    </>
  );
}

/** Renders the choice of an environment. A value in the address that no longer exists stays listed, so that it can be cleared. */
function EnvironmentFilter({
  value,
  environments,
  onChange,
}: {
  value: string;
  environments: readonly Environment[];
  onChange: (slug: string) => void;
}) {
  const isKnown = value === '' || environments.some(({ slug }) => slug === value);
  return (
    <select
      className={`${kit.input} ${style.choice}`}
      aria-label="Environment"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">All environments</option>
      {!isKnown && <option value={value}>{value}</option>}
      {environments.map(({ slug, name }) => (
        <option key={slug} value={slug}>
          {name}
        </option>
      ))}
    </select>
  );
}

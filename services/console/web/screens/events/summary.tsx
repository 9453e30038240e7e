import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { Table } from '../../design/table.tsx';
import { Chart, ChartTable } from './chart.tsx';
import style from './events.module.css';
import type { EventSearch } from './filters.tsx';
import {
  toColumns,
  defaultFrom,
  getEndOfDay,
  share,
  type BucketLength,
  type Group,
  type Period,
} from './model.ts';
import { summaryQuery, type OfEnvironment } from './queries.ts';
import { formatNumber } from '../../design/count.ts';
import { formatDateText } from '../../design/forms/date-text.ts';

/** Counts, users and the verified share by name, with the counts over time. */
export function Summary({
  target,
  search,
  change,
}: {
  target: OfEnvironment;
  search: EventSearch;
  change: (changed: EventSearch) => void;
}) {
  const { variable, event, view } = search;
  const to = search.to && getEndOfDay(search.to);
  const bucket: BucketLength = search.bucket ?? 'day';
  // The clock is read once, so that the query key stays the same.
  const [now] = useState(() => Date.now());
  const from = search.from ?? defaultFrom(bucket, now);
  const query = useInfiniteQuery(summaryQuery(target, { variable, event, from, to, bucket }));
  const groups = query.data?.pages.flatMap(({ items }) => items);
  const isUpToDate = query.data?.pages.every(({ up_to_date: isNow }) => isNow) ?? true;
  const period = {
    from: Date.parse(from),
    to: Math.min(to === undefined ? Infinity : Date.parse(to), Math.max(now, query.dataUpdatedAt)),
    bucket,
  };
  return (
    <QueryBoundary
      of={{ data: groups, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
      height={420}
      isEmpty={(found) => found.length === 0}
      empty={<Nothing from={from} search={search} change={change} />}
    >
      {(found) => (
        <>
          <section className={`${kit.card} ${style.charted}`} aria-label={`Events by ${bucket}`}>
            <div className={style.bar}>
              <h2>Events by {bucket}</h2>
              <Button
                aria-pressed={view === 'table'}
                onClick={() => change({ view: view === 'table' ? undefined : 'table' })}
              >
                {view === 'table' ? 'Show chart' : 'Show table'}
              </Button>
            </div>
            <Columns groups={found} period={period} view={view} />
            {!isUpToDate && <p className={kit.hint}>Events of the last moments are not counted yet.</p>}
          </section>
          <Groups target={target} groups={found} />
          {query.hasNextPage && (
            <div>
              <p className={kit.hint}>
                The chart and the totals cover the {found.length} rows of this table. There are more.
              </p>
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                More events
              </Button>
            </div>
          )}
        </>
      )}
    </QueryBoundary>
  );
}

const noFilter = { variable: undefined, event: undefined, from: undefined, to: undefined };

function Nothing({
  from,
  search,
  change,
}: {
  from: string;
  search: EventSearch;
  change: (changed: EventSearch) => void;
}) {
  const { variable, event, from: first, to } = search;
  return (
    <p className={kit.hint}>
      No events since {formatDateText(from)} match these filters.{' '}
      {(variable ?? event ?? first ?? to) !== undefined && (
        <Button onClick={() => change(noFilter)}>Clear filters</Button>
      )}
    </p>
  );
}

function Columns({
  groups,
  period,
  view,
}: {
  groups: readonly Group[];
  period: Period;
  view: EventSearch['view'];
}) {
  const columns = toColumns(groups, period);
  const charted = { columns, bucket: period.bucket };
  return (
    <>
      {view !== 'table' && <Chart {...charted} />}
      <ChartTable {...charted} isHidden={view !== 'table'} />
      {Date.parse(columns[0]!.begins_at) > period.from && (
        <p className={kit.hint}>
          The chart shows the last {columns.length} {period.bucket}s; the totals below cover all.
        </p>
      )}
    </>
  );
}

function Groups({ target, groups }: { target: OfEnvironment; groups: readonly Group[] }) {
  return (
    <Table label="Events by name" heads={['Event', 'Variable', 'Variation', 'Events', 'Users', 'Verified']}>
      {groups.map(({ event, feature, variable, variation, ...figures }) => (
        <tr key={JSON.stringify([event, variable, variation])}>
          <td className={style.name}>{event}</td>
          <td>
            <Link to={paths.feature} params={{ ...target, feature }} data-row>
              <code>{variable}</code>
            </Link>
          </td>
          <td>
            <code>{variation}</code>
          </td>
          <td>{formatNumber(figures.count)}</td>
          <td>{formatNumber(figures.users)}</td>
          <td>{share(figures.verified_share)}</td>
        </tr>
      ))}
    </Table>
  );
}

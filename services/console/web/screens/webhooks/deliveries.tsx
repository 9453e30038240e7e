import { Link } from '@tanstack/react-router';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../page/action-button.tsx';
import type { Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import { parseLocalInput, formatLocalInput } from '../../design/forms/local-time.ts';
import { formatNumber } from '../../design/count.ts';
import { paths } from '../../page/paths.ts';
import { Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { deliveriesQuery, kindsQuery, type Delivery, type OfEndpoint } from '../../api/queries/webhooks.ts';
import { DateField } from '../../design/forms/date-field.tsx';
import { describeDays } from '../../design/forms/date-text.ts';
import { FilterBar, type ActiveFilter } from '../../design/filters/filter-bar.tsx';
import { Select } from '../../design/forms/select.tsx';
import { deliveryStatuses, deliveryStatusNames } from './model.ts';
import { DeliveryStatus } from './state.tsx';
import style from './webhooks.module.css';
import { EmptyState } from '../../design/empty-state.tsx';

const noFilter = { status: undefined, type: undefined, from: undefined, to: undefined };

interface Search {
  readonly status?: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
  readonly delivery?: string;
}
type Change = (changed: { [Name in keyof Search]?: Search[Name] | undefined }) => void;

/** Renders the deliveries of an endpoint, and the open one beside them. */
export function Deliveries({
  target,
  search: { delivery: open, ...filter },
  change: changeSearch,
  redeliverAll,
  disabledReason,
}: {
  target: OfEndpoint;
  search: Search;
  change: (changed: Search) => void;
  redeliverAll: Action;
  disabledReason: string | undefined;
}) {
  const change = changeSearch as Change;
  const query = useInfiniteQuery({ ...deliveriesQuery(target, filter), placeholderData: keepPreviousData });
  const rows = query.data?.pages.flatMap(({ items }) => items);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <section className={style.deliveries} aria-label="Deliveries">
      <div className={style.bar}>
        <h2>Deliveries</h2>
        <ActionButton action={redeliverAll} />
      </div>
      <Filters filter={filter} change={change} />
      <div className={style.beside} data-open={open !== undefined}>
        <QueryBoundary
          of={{ data: rows, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
          height={320}
          isEmpty={(items) => items.length === 0}
          empty={
            <EmptyState>
              <p>{isFiltered ? 'No deliveries match these filters.' : 'No deliveries yet.'}</p>
              {isFiltered && <Button onClick={() => change(noFilter)}>Clear filters</Button>}
            </EmptyState>
          }
        >
          {(items) => (
            <div>
              <DeliveriesTable {...{ target, items, open, filter }} />
              {query.hasNextPage && (
                <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Earlier deliveries
                </Button>
              )}
            </div>
          )}
        </QueryBoundary>
        {open !== undefined && (
          <DeliveryPanel
            key={open}
            target={target}
            delivery={open}
            disabledReason={disabledReason}
            onClose={() => change({ delivery: undefined })}
          />
        )}
      </div>
    </section>
  );
}

function Filters({ filter, change }: { filter: Omit<Search, 'delivery'>; change: Change }) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const chosen = filter.status?.split(',') ?? [];
  function toggle(status: string) {
    const next = chosen.includes(status) ? chosen.filter((each) => each !== status) : [...chosen, status];
    change({ status: next.join(',') || undefined });
  }
  const toLocal = (at: string | undefined) => (at === undefined ? '' : formatLocalInput(at));
  const days = describeDays(toLocal(filter.from), toLocal(filter.to));
  const active: readonly ActiveFilter<Parameters<Change>[0]>[] = [
    filter.type && { label: `Type: ${filter.type}`, cleared: { type: undefined } },
    days && { label: days, cleared: { from: undefined, to: undefined } },
  ].filter((each) => typeof each === 'object');
  return (
    <FilterBar
      label="Filter deliveries"
      active={active}
      onChange={change}
      panel={
        <>
          <Select
            label="Type"
            value={filter.type ?? ''}
            options={[
              { value: '', label: 'All' },
              ...kinds.map(({ kind }) => ({ value: kind, label: kind })),
            ]}
            onChange={({ target: { value } }) => change({ type: value || undefined })}
          />
          {(['from', 'to'] as const).map((side) => (
            <DateField
              key={side}
              label={side === 'from' ? 'From' : 'To'}
              hasTime
              value={toLocal(filter[side])}
              onChange={(local) => local !== undefined && change({ [side]: parseLocalInput(local) })}
            />
          ))}
        </>
      }
    >
      <div className={style.choices} role="group" aria-label="Status">
        {deliveryStatuses.map((status) => (
          <Button key={status} aria-pressed={chosen.includes(status)} onClick={() => toggle(status)}>
            {deliveryStatusNames[status]}
          </Button>
        ))}
      </div>
    </FilterBar>
  );
}

function DeliveriesTable({
  target,
  items,
  open,
  filter,
}: {
  target: OfEndpoint;
  items: readonly Delivery[];
  open: string | undefined;
  filter: Omit<Search, 'delivery'>;
}) {
  return (
    <Table
      label="Deliveries"
      heads={['Event', 'When', 'Status', 'Attempts', 'Response', 'Duration']}
      narrow={['Event', 'When', 'Status']}
    >
      {items.map((delivery) => (
        <tr key={delivery.id} data-open={delivery.id === open} className={style.row}>
          <td>
            {/* Covers the row. */}
            <Link
              to={paths.webhook}
              params={target}
              search={delivery.id === open ? filter : { ...filter, delivery: delivery.id }}
              data-row
              className={style.opener}
              aria-expanded={delivery.id === open}
            >
              {delivery.type}
            </Link>
          </td>
          <td>
            <Time at={delivery.created_at} />
          </td>
          <td>
            <DeliveryStatus delivery={delivery} />
          </td>
          <td>{delivery.attempt_count}</td>
          <td>{delivery.response_status ?? (delivery.attempt_count > 0 ? 'None' : '')}</td>
          <td>{delivery.duration_ms === null ? '' : `${formatNumber(delivery.duration_ms)} ms`}</td>
        </tr>
      ))}
    </Table>
  );
}

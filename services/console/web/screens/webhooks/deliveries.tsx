import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ActionButton } from '../../page/action-button.tsx';
import type { Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { parseLocalInput, formatLocalInput } from '../../design/forms/local-time.ts';
import { Table } from '../../design/table.tsx';
import { Time } from '../../design/time.tsx';
import { DeliveryPanel } from './delivery-panel.tsx';
import { deliveriesQuery, kindsQuery, type Delivery, type OfEndpoint } from '../../api/queries/webhooks.ts';
import { DeliveryStatus } from './state.tsx';
import style from './webhooks.module.css';

const statuses = ['pending', 'delivered', 'failed'] as const;

interface Search {
  readonly status?: string;
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
  readonly delivery?: string;
}
type Change = (changed: { [Name in keyof Search]?: Search[Name] | undefined }) => void;

/** The deliveries of an endpoint, and the open one beside them. */
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
      <Filters filter={filter} change={change} isFiltered={isFiltered} />
      <div className={style.beside} data-open={open !== undefined}>
        <QueryBoundary
          of={{ data: rows, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
          height={320}
          isEmpty={(items) => items.length === 0}
          empty={
            <p className={kit.hint}>
              {isFiltered ? 'No deliveries match these filters.' : 'No deliveries yet.'}
            </p>
          }
        >
          {(items) => (
            <div>
              <DeliveriesTable items={items} open={open} change={change} />
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

function Filters({
  filter,
  change,
  isFiltered,
}: {
  filter: Omit<Search, 'delivery'>;
  change: Change;
  isFiltered: boolean;
}) {
  const { data: kinds = [] } = useQuery(kindsQuery);
  const chosen = filter.status?.split(',') ?? [];
  function toggle(status: string) {
    const next = chosen.includes(status) ? chosen.filter((each) => each !== status) : [...chosen, status];
    change({ status: next.join(',') || undefined });
  }
  const moment = (name: 'from' | 'to', label: string) => (
    <label className={style.filter}>
      {label}
      <input
        type="datetime-local"
        className={kit.input}
        value={filter[name] === undefined ? '' : formatLocalInput(filter[name])}
        onChange={({ target: { value } }) => change({ [name]: parseLocalInput(value) })}
      />
    </label>
  );
  return (
    <div className={style.filters} role="search" aria-label="Filter deliveries">
      <div className={style.choices} role="group" aria-label="Status">
        {statuses.map((status) => (
          <Button key={status} aria-pressed={chosen.includes(status)} onClick={() => toggle(status)}>
            {status}
          </Button>
        ))}
      </div>
      <label className={style.filter}>
        Type
        <select
          className={kit.input}
          value={filter.type ?? ''}
          onChange={({ target: { value } }) => change({ type: value || undefined })}
        >
          <option value="">All</option>
          {kinds.map(({ kind }) => (
            <option key={kind}>{kind}</option>
          ))}
        </select>
      </label>
      {moment('from', 'From')}
      {moment('to', 'To')}
      {isFiltered && (
        <Button
          onClick={() => change({ status: undefined, type: undefined, from: undefined, to: undefined })}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

function DeliveriesTable({
  items,
  open,
  change,
}: {
  items: readonly Delivery[];
  open: string | undefined;
  change: Change;
}) {
  return (
    <Table
      label="Deliveries"
      heads={['Event', 'When', 'Status', 'Attempts', 'Answer', 'Took']}
      narrow={['Event', 'When', 'Status']}
    >
      {items.map((delivery) => (
        <tr key={delivery.id} data-open={delivery.id === open} className={style.row}>
          <td>
            <button
              type="button"
              data-row
              className={style.opener}
              aria-expanded={delivery.id === open}
              onClick={() => change({ delivery: delivery.id === open ? undefined : delivery.id })}
            >
              {delivery.type}
            </button>
          </td>
          <td>
            <Time at={delivery.created_at} />
          </td>
          <td>
            <DeliveryStatus delivery={delivery} />
          </td>
          <td>{delivery.attempt_count}</td>
          <td>{delivery.response_status ?? (delivery.attempt_count > 0 ? 'none' : '')}</td>
          <td>{delivery.duration_ms === null ? '' : `${delivery.duration_ms} ms`}</td>
        </tr>
      ))}
    </Table>
  );
}

import type { WholeList } from '../../api/whole-list.ts';
import { Button } from '../../design/button.tsx';
import { DayRange } from '../../design/forms/day-range.tsx';
import kit from '../../design/kit.module.css';
import { FilterBar, type ActiveFilter } from '../../design/filters/filter-bar.tsx';
import { FilterText } from '../../design/filters/filter-text.tsx';
import { describeDays } from '../../design/forms/date-text.ts';
import { Select } from '../../design/forms/select.tsx';
import style from './events.module.css';
import { formatNumber } from '../../design/count.ts';

export interface EventSearch {
  readonly env?: string | undefined;
  readonly variable?: string | undefined;
  readonly event?: string | undefined;
  /** Filters of events. Days are in UTC, like the counts. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly bucket?: 'hour' | undefined;
  readonly view?: 'table' | undefined;
}

export function Filters({
  env,
  environments,
  names,
  search,
  change,
}: {
  env: string;
  environments: readonly { readonly slug: string; readonly name: string }[];
  names: WholeList<{ readonly event: string; readonly count: number }> | undefined;
  search: EventSearch;
  change: (changed: EventSearch) => void;
}) {
  const days = describeDays(search.from, search.to);
  const active: readonly ActiveFilter<EventSearch>[] = [
    search.event && { label: `Event: ${search.event}`, cleared: { event: undefined } },
    search.variable && {
      label: `Variable: ${search.variable}`,
      cleared: { variable: undefined },
    },
    days && { label: days, cleared: { from: undefined, to: undefined } },
  ].filter((each) => typeof each === 'object');
  return (
    <FilterBar
      label="Filter the events"
      active={active}
      onChange={change}
      panel={
        <>
          <Select
            label="Event"
            value={search.event ?? ''}
            hint={names?.isCut ? `These are the first ${names.items.length}.` : undefined}
            options={[
              { value: '', label: 'All events' },
              ...(names?.items ?? []).map(({ event, count }) => ({
                value: event,
                label: `${event} (${formatNumber(count)})`,
              })),
            ]}
            onChange={(event) => change({ event: event.target.value || undefined })}
          />
          <FilterText
            label="Variable"
            value={search.variable}
            onChange={(variable) => change({ variable })}
          />
          <DayRange from={search.from} to={search.to} onChange={change} />
        </>
      }
      after={<Buckets search={search} change={change} />}
    >
      <select
        className={`${kit.input} ${kit.filter}`}
        aria-label="Environment"
        value={env}
        onChange={(event) => change({ env: event.target.value, event: undefined })}
      >
        {environments.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </FilterBar>
  );
}

function Buckets({ search, change }: { search: EventSearch; change: (changed: EventSearch) => void }) {
  return (
    <div className={style.filters} role="group" aria-label="By">
      {(['day', 'hour'] as const).map((each) => {
        const isChosen = (search.bucket ?? 'day') === each;
        return (
          <Button
            key={each}
            kind={isChosen ? 'plain' : 'quiet'}
            aria-pressed={isChosen}
            onClick={() => change({ bucket: each === 'hour' ? 'hour' : undefined })}
          >
            By {each}
          </Button>
        );
      })}
    </div>
  );
}

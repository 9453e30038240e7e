import type { WholeList } from '../../api/whole-list.ts';
import { Button } from '../../design/button.tsx';
import { DayRange } from '../../design/forms/day-range.tsx';
import kit from '../../design/kit.module.css';
import { TypedFilter } from '../../design/forms/typed-filter.tsx';
import style from './events.module.css';

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
  return (
    <div className={style.filters} role="search" aria-label="Filter the events">
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
      <select
        className={`${kit.input} ${kit.filter}`}
        aria-label="Event"
        value={search.event ?? ''}
        onChange={(event) => change({ event: event.target.value || undefined })}
      >
        <option value="">All events</option>
        {names?.items.map(({ event, count }) => (
          <option key={event} value={event}>
            {event} ({count.toLocaleString('en-GB')})
          </option>
        ))}
        {names?.isCut && <option disabled>These are the first {names.items.length}.</option>}
      </select>
      <TypedFilter
        label="Variable"
        value={search.variable ?? ''}
        isSearch
        onChange={(variable) => change({ variable: variable || undefined })}
      />
      <DayRange from={search.from} to={search.to} onChange={change} />
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
    </div>
  );
}

import { useRef } from 'react';
import type { Environment, ListedFeature } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { OpenLate } from '../../design/floating/open-late.tsx';
import { useTypedFilter } from '../../design/hooks/use-typed-filter.ts';
import { Icon } from '../../design/icons.tsx';
import { statusNames } from '../../flags/status-badge.tsx';
import { Choice } from './choice.tsx';
import style from './features.module.css';
import { listActiveFilters, verdictNames, type ChangeSearch, type ListSearch } from './model.ts';

const loadPanel = async () => (await import('./filter-panel.tsx')).FilterPanel;
const statuses = [undefined, 'live', 'complete', 'archived'] as const;
const sorts = [
  ['', 'Sort by slug'],
  ['name', 'Sort by name'],
  ['-updated', 'Recently changed'],
  ['updated', 'Least recently changed'],
  ['-evaluated', 'Recently evaluated'],
  ['evaluated', 'Least recently evaluated'],
] as const;

/** Search, filters and order of the list. All of them are in the address, so that a link shows the same list. */
export function Filters({
  search,
  environments,
  rows,
  onChange,
}: {
  search: ListSearch;
  environments: readonly Environment[];
  rows: readonly ListedFeature[];
  onChange: ChangeSearch;
}) {
  const isAdvice = search.view === 'advice';
  const bar = useRef<HTMLDivElement>(null);
  const active = listActiveFilters(search, environments);
  return (
    <>
      <div className={style.filters} ref={bar}>
        {isAdvice ? (
          <Choice
            label="Suggestion"
            value={search.verdict ?? ''}
            onChange={(verdict) => onChange({ verdict: verdict || undefined })}
          >
            <option value="">All suggestions</option>
            {Object.entries(verdictNames).map(([verdict, name]) => (
              <option key={verdict} value={verdict}>
                {name}
              </option>
            ))}
          </Choice>
        ) : (
          <>
            <SearchField
              text={search.text ?? ''}
              onChange={(text) => onChange({ text: text || undefined })}
            />
            <Statuses status={search.status} onChange={(status) => onChange({ status })} />
          </>
        )}
        <OpenLate
          kind="dialog"
          load={loadPanel}
          floating={{ trigger: <Button icon="filter">Filter</Button>, search, environments, rows, onChange }}
        />
        {!isAdvice && (
          <Choice
            label="Sort"
            value={search.sort ?? ''}
            onChange={(sort) => onChange({ sort: sort || undefined })}
          >
            {sorts.map(([sort, name]) => (
              <option key={sort} value={sort}>
                {name}
              </option>
            ))}
          </Choice>
        )}
      </div>
      {active.length > 0 && (
        <ul className={style.chips} aria-label="Active filters">
          {active.map(({ label, clear }) => (
            <li key={label}>
              <button
                type="button"
                className={style.chip}
                aria-label={`Remove the filter ${label}`}
                onClick={() => {
                  onChange(clear);
                  // The chip is gone with its focus.
                  bar.current?.querySelector<HTMLElement>('[aria-haspopup="dialog"]')?.focus();
                }}
              >
                {label}
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Statuses({
  status,
  onChange,
}: {
  status: string | undefined;
  onChange: (status: string | undefined) => void;
}) {
  const chosen = status?.split(',');
  return (
    <div className={style.statuses} role="group" aria-label="Status">
      {statuses.map((each) => (
        <button
          key={each ?? 'all'}
          type="button"
          aria-pressed={each === undefined ? chosen === undefined : (chosen?.includes(each) ?? false)}
          onClick={() => onChange(each)}
        >
          {each === undefined ? 'All' : statusNames[each]}
        </button>
      ))}
    </div>
  );
}

function SearchField({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  const [typed, setTyped] = useTypedFilter(text, onChange);
  return (
    <div className={style.search}>
      <Icon name="search" />
      <input
        type="search"
        data-search
        aria-label="Search features"
        placeholder="Search name, slug, description, variable"
        value={typed}
        maxLength={200}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}

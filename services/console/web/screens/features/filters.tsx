import type { Environment, ListedFeature } from '../../api/types.ts';
import { FilterBar, FilterToggle } from '../../design/filters/filter-bar.tsx';
import { useTypedFilter } from '../../design/hooks/use-typed-filter.ts';
import { Icon } from '../../design/icons.tsx';
import { statusNames } from '../../flags/status-badge.tsx';
import { Choice } from './choice.tsx';
import style from './features.module.css';
import { FilterPanel } from './filter-panel.tsx';
import { listActiveFilters, verdictNames, type ChangeSearch, type ListSearch } from './model.ts';

const statuses = ['live', 'complete', 'archived'] as const;
const sorts = [
  ['', 'Sort by slug'],
  ['name', 'Sort by name'],
  ['-updated', 'Recently changed'],
  ['updated', 'Least recently changed'],
  ['-evaluated', 'Recently evaluated'],
  ['evaluated', 'Least recently evaluated'],
] as const;

/** Renders search, filters and order of the list. All of them are in the address, so that a link shows the same list. */
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
  return (
    <FilterBar
      label="Filter features"
      active={listActiveFilters(search, environments)}
      onChange={onChange}
      panel={<FilterPanel {...{ search, environments, rows, onChange }} />}
      after={
        !isAdvice && (
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
        )
      }
    >
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
          <SearchField text={search.text ?? ''} onChange={(text) => onChange({ text: text || undefined })} />
          <Statuses status={search.status} onChange={(status) => onChange({ status })} />
        </>
      )}
    </FilterBar>
  );
}

function Statuses({
  status,
  onChange,
}: {
  status: string | undefined;
  onChange: (status: string | undefined) => void;
}) {
  const chosen = status?.split(',') ?? ['all'];
  return (
    <FilterToggle
      label="Status"
      options={[['all', 'All'], ...statuses.map((each) => [each, statusNames[each]] as const)]}
      isChosen={(value) => chosen.includes(value)}
      onChange={(value) => onChange(value === 'all' ? undefined : value)}
    />
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

import { useQuery } from '@tanstack/react-query';
import { environmentsQuery, type InProject } from '../../api/queries/project.ts';
import { FilterBar, FilterToggle } from '../../design/filters/filter-bar.tsx';
import { FilterText } from '../../design/filters/filter-text.tsx';
import { Select } from '../../design/forms/select.tsx';
import { stageNames, type Stage } from '../../flags/change-requests/words.ts';
import { getView, listActiveFilters, toSearch, views, type RequestSearch } from './list-model.ts';

const any = { value: '', label: 'Any' };

/** Renders the filters, which are in the address. */
export function Filters({
  target,
  search,
  change,
}: {
  target: InProject;
  search: RequestSearch;
  change: (changed: RequestSearch) => void;
}) {
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const view = getView(search);
  const hasStages = view === 'open' || view === 'waiting';
  return (
    <FilterBar
      label="Filter change requests"
      active={listActiveFilters(search, environments)}
      onChange={change}
      panel={
        <>
          <Select
            label="Stage"
            value={search.stage ?? ''}
            disabled={!hasStages}
            hint={hasStages ? undefined : 'Only open change requests have a stage.'}
            options={[any, ...Object.entries(stageNames).map(([value, label]) => ({ value, label }))]}
            onChange={({ target: { value } }) => change({ stage: (value || undefined) as Stage | undefined })}
          />
          <Select
            label="Environment"
            value={search.environment ?? ''}
            options={[any, ...environments.map(({ slug, name }) => ({ value: slug, label: name }))]}
            onChange={({ target: { value } }) => change({ environment: value || undefined })}
          />
          <FilterText label="Feature" value={search.feature} onChange={(feature) => change({ feature })} />
          <FilterText label="Author email" value={search.author} onChange={(author) => change({ author })} />
        </>
      }
    >
      <FilterToggle
        label="Status"
        options={views}
        isChosen={(value) => value === view}
        onChange={(value) => change(toSearch(value))}
      />
    </FilterBar>
  );
}

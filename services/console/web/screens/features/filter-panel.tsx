import type { Environment, ListedFeature } from '../../api/types.ts';
import { FilterText } from '../../design/filters/filter-text.tsx';
import { Select } from '../../design/forms/select.tsx';
import { targetingStates } from '../../flags/targeting-states.ts';
import type { ChangeSearch, ListSearch } from './model.ts';

interface FilterPanelOptions {
  readonly search: ListSearch;
  readonly environments: readonly Environment[];
  readonly rows: readonly ListedFeature[];
  readonly onChange: ChangeSearch;
}

/** Renders the filters behind the Filter button. */
export function FilterPanel({ search, environments, rows, onChange }: FilterPanelOptions) {
  const tags = [...new Set(rows.flatMap((row) => row.tags))].toSorted();
  const owners = [...new Set(rows.flatMap((row) => row.owners))].toSorted();
  return (
    <>
      {search.view !== 'advice' && (
        <>
          <StateFilter {...{ search, environments, onChange }} />
          <Select
            label="Code references"
            value={search.code ?? ''}
            options={[
              { value: '', label: 'Any' },
              { value: 'none', label: 'Not referenced in code' },
            ]}
            onChange={(event) => onChange({ code: event.target.value || undefined })}
          />
        </>
      )}
      <FilterText label="Tag" value={search.tag} known={tags} onChange={(tag) => onChange({ tag })} />
      <FilterText
        label="Owner"
        value={search.owner}
        known={owners}
        onChange={(owner) => onChange({ owner })}
      />
    </>
  );
}

function StateFilter({
  search: { env, state },
  environments,
  onChange,
}: Pick<FilterPanelOptions, 'search' | 'environments' | 'onChange'>) {
  function choose(chosen: string) {
    const [nextState, nextEnv] = chosen.split(' ');
    onChange({ env: nextEnv, state: nextState || undefined });
  }
  return (
    <Select
      label="Targeting"
      value={env !== undefined && state !== undefined ? `${state} ${env}` : ''}
      options={[
        { value: '', label: 'Any' },
        ...environments.flatMap(({ slug, name }) =>
          Object.entries(targetingStates).map(([each, word]) => ({
            value: `${each} ${slug}`,
            label: `${name}: ${word}`,
          })),
        ),
      ]}
      onChange={(event) => choose(event.target.value)}
    />
  );
}

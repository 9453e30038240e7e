import { useQuery } from '@tanstack/react-query';
import { environmentsQuery, projectsQuery } from '../../api/queries/project.ts';
import { FilterBar } from '../../design/filters/filter-bar.tsx';
import { FilterText } from '../../design/filters/filter-text.tsx';
import { DayRange } from '../../design/forms/day-range.tsx';
import { Select } from '../../design/forms/select.tsx';
import { TypedFilter } from '../../design/forms/typed-filter.tsx';
import { sourceWords } from '../../flags/audit-records/model.ts';
import { describeFilters, nounNames, type AuditSearch } from './model.ts';

interface FilterOptions {
  readonly org: string;
  readonly search: AuditSearch;
  readonly change: (changed: AuditSearch) => void;
}

/** Renders the filters, which are in the address. */
export function Filters({ org, search, change }: FilterOptions) {
  const { data: projects } = useQuery(projectsQuery(org));
  const { project } = search;
  const { data: environments = [] } = useQuery({
    ...environmentsQuery({ org, project: project ?? '' }),
    enabled: project !== undefined,
  });
  const names = {
    project: toNames(projects?.items ?? []),
    environment: toNames(environments),
    action: actionNames,
    source: sourceNames,
  };
  const chooseProject = project === undefined ? 'Choose a project first.' : undefined;
  return (
    <FilterBar
      label="Filter the audit log"
      active={describeFilters(search, names)}
      onChange={change}
      panel={
        <>
          <Choice
            label="Project"
            value={project}
            names={names.project}
            onChange={(value) => change({ project: value, feature: '', environment: '' })}
          />
          <Choice
            label="Environment"
            value={search.environment}
            hint={chooseProject}
            names={names.environment}
            onChange={(value) => change({ environment: value })}
          />
          <FilterText
            label="Feature"
            value={search.feature}
            disabledReason={chooseProject}
            onChange={(value) => change({ feature: value ?? '' })}
          />
          <FilterText
            label="Actor email"
            value={search.actor}
            onChange={(value) => change({ actor: value ?? '' })}
          />
          <Choice
            label="Action"
            value={search.action}
            names={names.action}
            onChange={(value) => change({ action: value })}
          />
          <Choice
            label="Source"
            value={search.source}
            names={names.source}
            onChange={(value) => change({ source: value })}
          />
          <DayRange from={search.from} to={search.to} onChange={change} />
        </>
      }
    >
      <TypedFilter
        label="Subject or comment"
        value={search.text ?? ''}
        isSearch
        onChange={(value) => change({ text: value })}
      />
    </FilterBar>
  );
}

type Names = Readonly<Record<string, string>>;

const toNames = (items: readonly { readonly slug: string; readonly name: string }[]): Names =>
  Object.fromEntries(items.map(({ slug, name }) => [slug, name]));
const actionNames: Names = Object.fromEntries(
  Object.entries(nounNames).map(([noun, name]) => [`${noun}.*`, name]),
);
const sourceNames: Names = Object.fromEntries(
  Object.entries(sourceWords).map(([source, words]) => [
    source,
    words.charAt(0).toUpperCase() + words.slice(1),
  ]),
);

function Choice({
  label,
  value = '',
  hint,
  names,
  onChange,
}: {
  label: string;
  value: string | undefined;
  /** The reason why it is disabled. */
  hint?: string | undefined;
  names: Names;
  onChange: (value: string) => void;
}) {
  const isKnown = value === '' || value in names;
  return (
    <Select
      label={label}
      hint={hint}
      disabled={hint !== undefined}
      value={value}
      options={[
        { value: '', label: 'Any' },
        ...(isKnown ? [] : [{ value, label: value }]),
        ...Object.entries(names).map(([each, name]) => ({ value: each, label: name })),
      ]}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { environmentsQuery, projectsQuery } from '../../api/queries/project.ts';
import { sourceWords } from '../../flags/audit-records/model.ts';
import { Button } from '../../design/button.tsx';
import { DayRange } from '../../design/forms/day-range.tsx';
import kit from '../../design/kit.module.css';
import style from './audit-log.module.css';
import { nouns, type AuditSearch } from './model.ts';
import { TypedFilter } from '../../design/forms/typed-filter.tsx';

interface FilterOptions {
  readonly org: string;
  readonly search: AuditSearch;
  readonly change: (changed: AuditSearch) => void;
  /** Undefined if no filter is set. */
  readonly clear: (() => void) | undefined;
}

/** The filters, which are in the address. */
export function Filters({ org, search, change, clear }: FilterOptions) {
  const { data: projects } = useQuery(projectsQuery(org));
  const { project, change: changeId } = search;
  const { data: environments = [] } = useQuery({
    ...environmentsQuery({ org, project: project ?? '' }),
    enabled: project !== undefined,
  });
  const typed = (name: 'feature' | 'actor' | 'text', label: string, disabledReason?: string) => (
    <TypedFilter
      label={label}
      value={search[name] ?? ''}
      disabledReason={disabledReason}
      isSearch={name === 'text'}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const chooseProject = project === undefined ? 'Choose a project first' : undefined;
  const actions = nouns.map((noun) => [`${noun}.*`, noun.replaceAll('_', ' ')] as const);
  return (
    <div className={style.filters} role="search" aria-label="Filter the audit log">
      {typed('text', 'Subject or comment')}
      <Choice
        label="Project"
        value={project}
        options={(projects?.items ?? []).map(({ slug, name }) => [slug, name])}
        onChange={(value) => change({ project: value, feature: '', environment: '' })}
      />
      <Choice
        label="Environment"
        value={search.environment}
        disabledReason={chooseProject}
        options={environments.map(({ slug, name }) => [slug, name])}
        onChange={(value) => change({ environment: value })}
      />
      {typed('feature', 'Feature', chooseProject)}
      {typed('actor', 'Actor email')}
      <Choice
        label="Action"
        value={search.action}
        options={actions}
        onChange={(value) => change({ action: value })}
      />
      <Choice
        label="Source"
        value={search.source}
        options={Object.entries(sourceWords)}
        onChange={(value) => change({ source: value })}
      />
      <DayRange from={search.from} to={search.to} onChange={change} />
      {changeId !== undefined && (
        <Button icon="close" onClick={() => change({ change: '' })}>
          One change
        </Button>
      )}
      {clear && <Button onClick={clear}>Clear filters</Button>}
    </div>
  );
}

function Choice({
  label,
  value = '',
  disabledReason,
  options,
  onChange,
}: {
  label: string;
  value: string | undefined;
  disabledReason?: string | undefined;
  options: readonly (readonly [value: string, label: string])[];
  onChange: (value: string) => void;
}) {
  const isKnown = value === '' || options.some(([each]) => each === value);
  return (
    <select
      className={`${kit.input} ${style.filter}`}
      aria-label={label}
      title={disabledReason ?? label}
      disabled={disabledReason !== undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Any {label.toLowerCase()}</option>
      {!isKnown && <option value={value}>{value}</option>}
      {options.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}

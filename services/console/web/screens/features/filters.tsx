import { useId } from 'react';
import type { Environment, ListedFeature } from '../../api/types.ts';
import { Icon } from '../../design/icons.tsx';
import { Button } from '../../design/button.tsx';
import { Menu } from '../../design/floating/menu.tsx';
import { prefer, usePreferences } from '../../design/preferences.ts';
import { useTypedFilter } from '../../design/hooks/use-typed-filter.ts';
import style from './features.module.css';
import { columnsOf, shownColumns, verdictWords, type ListSearch } from './model.ts';

type Change = (changed: Partial<Record<keyof ListSearch, string | undefined>>) => void;

const statuses = [undefined, 'live', 'complete', 'archived'] as const;
const states = { on: 'on', off: 'switched off', none: 'no targeting' } as const;
const sorts = [
  ['', 'By slug'],
  ['name', 'By name'],
  ['-updated', 'Defined, latest first'],
  ['updated', 'Defined, oldest first'],
  ['-evaluated', 'Evaluated, latest first'],
  ['evaluated', 'Evaluated, longest ago first'],
] as const;

/** Everything stands in the address: a link shows others the same. */
export function Filters({
  search,
  environments,
  rows,
  onChange,
}: {
  search: ListSearch;
  environments: readonly Environment[];
  rows: readonly ListedFeature[];
  onChange: Change;
}) {
  const isAdvice = search.view === 'advice';
  const tags = [...new Set(rows.flatMap((row) => row.tags))].toSorted();
  const owners = [...new Set(rows.flatMap((row) => row.owners))].toSorted();
  const set = (name: keyof ListSearch) => (value: string) => onChange({ [name]: value.trim() || undefined });
  return (
    <div className={style.filters}>
      {!isAdvice && <SearchField text={search.text ?? ''} onChange={set('text')} />}
      {!isAdvice && <Statuses status={search.status} onChange={(status) => onChange({ status })} />}
      {isAdvice && (
        <Choice label="Verdict" value={search.verdict ?? ''} onChange={set('verdict')}>
          <option value="">Any verdict but keep</option>
          {Object.entries(verdictWords).map(([verdict, word]) => (
            <option key={verdict} value={verdict}>
              {word}
            </option>
          ))}
        </Choice>
      )}
      {!isAdvice && <StateChoice search={search} environments={environments} onChange={onChange} />}
      <TypedFilter label="Tag" value={search.tag ?? ''} known={tags} onChange={set('tag')} />
      <TypedFilter label="Owner" value={search.owner ?? ''} known={owners} onChange={set('owner')} />
      {!isAdvice && (
        <Choice label="Sort" value={search.sort ?? ''} onChange={set('sort')}>
          {sorts.map(([sort, word]) => (
            <option key={sort} value={sort}>
              {word}
            </option>
          ))}
        </Choice>
      )}
    </div>
  );
}

/** What is listed, and what of it is shown: all features or the advice, and the columns. */
export function ViewOptions({
  search,
  environments,
  onChange,
}: {
  search: ListSearch;
  environments: readonly Environment[];
  onChange: Change;
}) {
  const isAdvice = search.view === 'advice';
  return (
    <>
      {!isAdvice && (
        <span className={style.columns}>
          <Columns environments={environments} />
        </span>
      )}
      <button
        type="button"
        className={style.toggle}
        aria-pressed={isAdvice}
        onClick={() => onChange({ view: isAdvice ? undefined : 'advice' })}
      >
        Advice
      </button>
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
          {each ?? 'all'}
        </button>
      ))}
    </div>
  );
}

function StateChoice({
  search: { env, state, code },
  environments,
  onChange,
}: {
  search: ListSearch;
  environments: readonly Environment[];
  onChange: Change;
}) {
  const value =
    code !== undefined ? 'code' : env !== undefined && state !== undefined ? `${state} ${env}` : '';
  function choose(chosen: string) {
    const [first, of] = chosen.split(' ');
    if (chosen === 'code') onChange({ code: 'none', env: undefined, state: undefined });
    else onChange({ code: undefined, env: of, state: first || undefined });
  }
  return (
    <Choice label="State" value={value} onChange={choose}>
      <option value="">Any state</option>
      {environments.map(({ slug, name }) => (
        <optgroup key={slug} label={name}>
          {Object.entries(states).map(([each, word]) => (
            <option key={each} value={`${each} ${slug}`}>
              {name}: {word}
            </option>
          ))}
        </optgroup>
      ))}
      <optgroup label="Code">
        <option value="code">In no repository</option>
      </optgroup>
    </Choice>
  );
}

function Choice({
  label,
  value,
  onChange,
  children,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: React.ReactNode;
}) {
  return (
    <select
      className={style.choice}
      aria-label={label}
      value={value}
      data-set={value !== ''}
      onChange={(event) => onChange(event.target.value)}
    >
      {children}
    </select>
  );
}

/** A word that is typed; what the rows have is offered. */
function TypedFilter({
  label,
  value,
  known,
  onChange,
}: {
  label: string;
  value: string;
  known: readonly string[];
  onChange: (value: string) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useTypedFilter(value, onChange);
  return (
    <>
      <input
        className={style.choice}
        type="search"
        aria-label={label}
        placeholder={label}
        list={id}
        maxLength={200}
        data-set={value !== ''}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={id}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </>
  );
}

function Columns({ environments }: { environments: readonly Environment[] }) {
  const { columns: chosen = {} } = usePreferences();
  const columns = columnsOf(environments);
  const shown = new Set(shownColumns(columns, chosen));
  return (
    <Menu
      trigger={
        <Button kind="quiet" icon="more" aria-label="Columns">
          Columns
        </Button>
      }
      items={columns.map((column) => ({
        key: column.key,
        icon: shown.has(column) ? 'check' : undefined,
        label: shown.has(column) ? column.label : `${column.label}, hidden`,
        run: () => prefer({ columns: { ...chosen, [column.key]: !shown.has(column) } }),
      }))}
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

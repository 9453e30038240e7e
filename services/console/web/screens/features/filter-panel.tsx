import { useId, type ReactElement } from 'react';
import type { Environment, ListedFeature } from '../../api/types.ts';
import { PopoverPopup } from '../../design/floating/popover-popup.tsx';
import { useTypedFilter } from '../../design/hooks/use-typed-filter.ts';
import { Choice } from './choice.tsx';
import { targetingStates } from '../../flags/targeting-states.ts';
import style from './features.module.css';
import type { ChangeSearch, ListSearch } from './model.ts';

interface FilterPanelOptions {
  readonly trigger: ReactElement;
  readonly search: ListSearch;
  readonly environments: readonly Environment[];
  readonly rows: readonly ListedFeature[];
  readonly onChange: ChangeSearch;
}

/** The filters behind the Filter button. They apply at once; the list below shows what they leave. */
export function FilterPanel({ trigger, search, environments, rows, onChange }: FilterPanelOptions) {
  const tags = [...new Set(rows.flatMap((row) => row.tags))].toSorted();
  const owners = [...new Set(rows.flatMap((row) => row.owners))].toSorted();
  return (
    <PopoverPopup trigger={trigger} title="Filter features">
      <div className={style.panel}>
        {search.view !== 'advice' && (
          <>
            <StateFilter {...{ search, environments, onChange }} />
            <div className={style.field}>
              <span aria-hidden>Code references</span>
              <Choice
                label="Code references"
                value={search.code ?? ''}
                onChange={(code) => onChange({ code: code || undefined })}
              >
                <option value="">Any</option>
                <option value="none">Not referenced in code</option>
              </Choice>
            </div>
          </>
        )}
        <TypedFilter
          label="Tag"
          value={search.tag ?? ''}
          known={tags}
          onChange={(tag) => onChange({ tag })}
        />
        <TypedFilter
          label="Owner"
          value={search.owner ?? ''}
          known={owners}
          onChange={(owner) => onChange({ owner })}
        />
      </div>
    </PopoverPopup>
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
    <div className={style.field}>
      <span aria-hidden>Targeting</span>
      <Choice
        label="Targeting"
        value={env !== undefined && state !== undefined ? `${state} ${env}` : ''}
        onChange={choose}
      >
        <option value="">Any</option>
        {environments.map(({ slug, name }) => (
          <optgroup key={slug} label={name}>
            {Object.entries(targetingStates).map(([each, word]) => (
              <option key={each} value={`${each} ${slug}`}>
                {name}: {word}
              </option>
            ))}
          </optgroup>
        ))}
      </Choice>
    </div>
  );
}

/** Suggests the values of the listed features. */
function TypedFilter({
  label,
  value,
  known,
  onChange,
}: {
  label: string;
  value: string;
  known: readonly string[];
  onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useTypedFilter(value, (next) => onChange(next.trim() || undefined));
  return (
    <label className={style.field}>
      {label}
      <input
        className={style.choice}
        type="search"
        list={id}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={id}>
        {known.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
    </label>
  );
}

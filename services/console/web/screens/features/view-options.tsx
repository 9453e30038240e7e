import type { Environment } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Menu } from '../../design/floating/menu.tsx';
import { prefer, usePreferences } from '../../design/preferences.ts';
import style from './features.module.css';
import { listColumns, shownColumns, type ChangeSearch, type ListSearch } from './model.ts';

/** Switches between all features and suggestions to clean up, and chooses columns. */
export function ViewOptions({
  search,
  environments,
  onChange,
}: {
  search: ListSearch;
  environments: readonly Environment[];
  onChange: ChangeSearch;
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
        Clean up
      </button>
    </>
  );
}

function Columns({ environments }: { environments: readonly Environment[] }) {
  const { columns: chosen = {} } = usePreferences();
  const columns = listColumns(environments);
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

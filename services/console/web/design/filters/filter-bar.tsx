import { useRef, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { OpenLate } from '../floating/open-late.tsx';
import { Icon } from '../icons.tsx';
import style from './filters.module.css';

/** A filter that is set, with its name on a chip. */
export interface ActiveFilter<Change> {
  readonly label: string;
  /** The change that removes it. */
  readonly cleared: Change;
}

const load = async () => (await import('../floating/popover-popup.tsx')).PopoverPopup;

/** Renders the filters of a list: the most used one in the page, the others behind one button, and a chip for each that is set. */
export function FilterBar<Change extends object>({
  label,
  active,
  onChange,
  panel,
  after,
  children,
}: {
  /** For example "Filter the audit log". */
  label: string;
  active: readonly ActiveFilter<Change>[];
  onChange: (changed: Change) => void;
  /** The fields behind the button. They apply at once. */
  panel: ReactNode;
  /** Controls after the button, such as the order. */
  after?: ReactNode;
  /** The search field, before the button. */
  children?: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  function remove(cleared: Change) {
    onChange(cleared);
    // The chip is gone with its focus.
    bar.current?.querySelector<HTMLElement>('[aria-haspopup="dialog"]')?.focus();
  }
  return (
    <div role="search" aria-label={label} className={style.search}>
      <div className={style.bar} ref={bar}>
        {children}
        <OpenLate
          kind="dialog"
          load={load}
          floating={{
            trigger: <Button icon="filter">Filter</Button>,
            title: label,
            children: <div className={style.panel}>{panel}</div>,
          }}
        />
        {after}
      </div>
      {active.length > 0 && (
        <ul className={style.chips} aria-label="Active filters">
          {active.map(({ label: name, cleared }) => (
            <li key={name}>
              <button
                type="button"
                className={style.chip}
                aria-label={`Remove the filter ${name}`}
                onClick={() => remove(cleared)}
              >
                {name}
                <Icon name="close" size={12} />
              </button>
            </li>
          ))}
          {active.length > 1 && (
            <li>
              <Button
                kind="quiet"
                onClick={() => remove(Object.assign({}, ...active.map(({ cleared }) => cleared)) as Change)}
              >
                Clear all
              </Button>
            </li>
          )}
        </ul>
      )}
    </div>
  );
}

/** Renders buttons side by side, for a filter with few values. */
export function FilterToggle<Value extends string>({
  label,
  options,
  isChosen,
  onChange,
}: {
  label: string;
  options: readonly (readonly [value: Value, name: ReactNode])[];
  isChosen: (value: Value) => boolean;
  onChange: (value: Value) => void;
}) {
  return (
    <div className={style.toggle} role="group" aria-label={label}>
      {options.map(([value, name]) => (
        <button key={value} type="button" aria-pressed={isChosen(value)} onClick={() => onChange(value)}>
          {name}
        </button>
      ))}
    </div>
  );
}

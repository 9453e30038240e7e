import { useId, useState } from 'react';
import { Icon } from '../../../design/icons.tsx';
import kit from '../../../design/kit.module.css';
import { IconButton } from '../../../design/button.tsx';
import { Menu } from '../../../design/floating/menu.tsx';
import { VariationMark } from '../../../flags/variation/variation-mark.tsx';
import { Cell } from './cell.tsx';
import {
  changeVariation,
  moveVariation,
  removeVariable,
  removeVariation,
  withValue,
  type Grid,
  type GridVariable,
} from './model.ts';
import { RenameVariation } from './new-part-dialog.tsx';
import { getValueError } from './grid-errors.ts';
import {
  getVariableReason,
  getVariationReason,
  getDeleteReason,
  servesVariation,
  type ServedIn,
  type Serving,
} from './served.ts';
import style from './values.module.css';
import { VariableDialog } from './variable-dialog.tsx';

interface TableOptions {
  readonly grid: Grid;
  /** The version that the draft is based on. */
  readonly base: Grid;
  readonly serving: Serving;
  /** Errors by path, as the server names them. */
  readonly problems: ReadonlyMap<string, string>;
  /** The reason why the grid is read-only; undefined = editable. */
  readonly disabledReason: string | undefined;
  readonly onChange: (grid: Grid) => void;
}

/** Edits a grid with variables as columns and variations as rows. */
export function GridTable(options: TableOptions) {
  const { grid } = options;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={kit.scroll} tabIndex={0} role="group" aria-label="Values of every variation">
      <table className={`${kit.table} ${style.table}`}>
        <thead>
          <tr>
            <th scope="col">Variation</th>
            {grid.variables.map((variable, column) => (
              <th key={variable.key} scope="col">
                <VariableHead {...options} variable={variable} column={column} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.variations.map((_, row) => (
            <Row key={grid.variations[row]!.key} {...options} row={row} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function VariableHead({
  grid,
  serving,
  problems,
  disabledReason,
  onChange,
  variable,
  column,
}: TableOptions & { variable: GridVariable; column: number }) {
  const [isOpen, setOpen] = useState(false);
  const { key, slug, type, client, description, constraints } = variable;
  const wrong = [...problems].filter(([path]) => path.startsWith(`variables[${column}]`));
  const label = [type, client && 'client-side', constraints && 'constrained'].filter(Boolean).join(' · ');
  return (
    <div className={style.variable}>
      <span title={description || undefined}>
        <code>{slug}</code> <span className={style.soft}>{label}</span>
      </span>
      <Menu
        trigger={<IconButton icon="more" label={`Actions for ${slug}`} />}
        items={[
          { key: 'settings', label: 'Settings…', run: () => setOpen(true) },
          {
            key: 'delete',
            icon: 'trash',
            label: 'Delete',
            disabledReason: disabledReason ?? getVariableReason(serving, key),
            run: () => onChange(removeVariable(grid, key)),
          },
        ]}
      />
      {wrong.map(([path, message]) => (
        <p key={path} className={kit.wrong}>
          {message}
        </p>
      ))}
      {isOpen && <VariableDialog {...{ grid, serving, variable, onChange }} onClose={() => setOpen(false)} />}
    </div>
  );
}

function Row({
  grid,
  base,
  serving,
  problems,
  disabledReason,
  onChange,
  row,
}: TableOptions & { row: number }) {
  const variation = grid.variations[row]!;
  const { key, slug, name, values } = variation;
  const before = base.variations.find((each) => each.key === key);
  const barred = getVariationReason(serving, key);
  const label = name || slug;
  const ofName = `variations[${row}].name`;
  const id = useId();
  return (
    <tr>
      <th scope="row" className={style.variation}>
        <span className={kit.named}>
          <VariationMark index={row} />
          <input
            className={style.name}
            aria-label={`Name of ${slug}`}
            aria-invalid={problems.has(ofName) || undefined}
            aria-describedby={problems.has(ofName) ? id : undefined}
            placeholder={slug}
            title={name}
            value={name}
            maxLength={200}
            readOnly={disabledReason !== undefined}
            onChange={(event) => onChange(changeVariation(grid, key, { name: event.target.value }))}
          />
          <RowActions {...{ grid, serving, disabledReason, onChange, row }} />
        </span>
        <span className={style.below}>
          <code>{slug}</code>
          <UsedIn environments={servesVariation(serving, key)} />
          {[...problems]
            .filter(([path]) => path.startsWith(`variations[${row}].`) && !path.includes('.values'))
            .map(([path, message]) => (
              <span key={path} id={path === ofName ? id : undefined} className={kit.wrong}>
                {message}
              </span>
            ))}
        </span>
      </th>
      {grid.variables.map((variable) => (
        <td key={variable.key}>
          <Cell
            label={`${variable.slug} of ${label}`}
            type={variable.type}
            text={values[variable.key] ?? ''}
            before={before?.values[variable.key]}
            wrong={getValueError(problems, row, variable.slug)}
            disabledReason={disabledReason ?? barred}
            onChange={(text) => onChange(withValue(grid, key, variable.key, text))}
          />
        </td>
      ))}
    </tr>
  );
}

function RowActions({
  grid,
  serving,
  disabledReason,
  onChange,
  row,
}: Omit<TableOptions, 'problems' | 'base'> & { row: number }) {
  const [isRenaming, setRenaming] = useState(false);
  const { key, slug, name } = grid.variations[row]!;
  return (
    <>
      <Menu
        trigger={<IconButton icon="more" label={`Actions for ${name || slug}`} />}
        items={[
          {
            key: 'up',
            icon: 'up',
            label: 'Move up',
            disabledReason: disabledReason ?? (row === 0 ? 'Already first' : undefined),
            run: () => onChange(moveVariation(grid, key, -1)),
          },
          {
            key: 'down',
            icon: 'fall',
            label: 'Move down',
            disabledReason:
              disabledReason ?? (row === grid.variations.length - 1 ? 'Already last' : undefined),
            run: () => onChange(moveVariation(grid, key, 1)),
          },
          {
            key: 'slug',
            label: 'Change slug…',
            disabledReason: disabledReason ?? getVariationReason(serving, key),
            run: () => setRenaming(true),
          },
          {
            key: 'delete',
            icon: 'trash',
            label: 'Delete',
            disabledReason: disabledReason ?? getDeleteReason(serving, key),
            run: () => onChange(removeVariation(grid, key)),
          },
        ]}
      />
      {isRenaming && (
        <RenameVariation
          {...{ grid, onChange }}
          variation={grid.variations[row]!}
          onClose={() => setRenaming(false)}
        />
      )}
    </>
  );
}

/** Lists the environments that a change of the variation affects. */
function UsedIn({ environments }: { environments: readonly ServedIn[] }) {
  const isNow = (environment: ServedIn) => environment.isNow === true;
  return (
    <>
      <Environments label="Served in" environments={environments.filter(isNow)} />
      <Environments
        label="Used in"
        note="not served now"
        environments={environments.filter((environment) => !isNow(environment))}
      />
    </>
  );
}

function Environments({
  label,
  note,
  environments,
}: {
  label: string;
  note?: string;
  environments: readonly ServedIn[];
}) {
  if (environments.length === 0) return null;
  return (
    <span className={style.served}>
      {label}{' '}
      {environments.map(({ name, isProtected }, index) => (
        <span key={name} data-protected={isProtected}>
          {isProtected && <Icon name="lock" size={12} />}
          {name}
          {isProtected && <span className="hidden-text">, protected</span>}
          {index < environments.length - 1 && ', '}
        </span>
      ))}
      {note !== undefined && ` (${note})`}
    </span>
  );
}

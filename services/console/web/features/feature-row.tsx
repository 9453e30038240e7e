import { Link, useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent, type ReactNode } from 'react';
import type { ListedFeature, Role } from '../api/types.ts';
import { IconButton } from '../ui/button.tsx';
import kit from '../ui/kit.module.css';
import { Menu } from '../ui/menu.tsx';
import { paths } from '../ui/paths.ts';
import { Time } from '../ui/time.tsx';
import { useCopyWithToast } from '../ui/use-copy-with-toast.ts';
import { EnvironmentCell } from './environment-cell.tsx';
import style from './features.module.css';
import { shortName, type Column } from './model.ts';

interface RowProps {
  readonly feature: ListedFeature;
  readonly columns: readonly Column[];
  readonly org: string;
  readonly project: string;
  readonly role: Role;
  readonly index: number;
  readonly isSelected: boolean;
  readonly onSelect: (slug: string, isRange: boolean) => void;
}

export const FeatureRow = memo(function FeatureRow({
  feature,
  columns,
  org,
  project,
  role,
  index,
  isSelected,
  onSelect,
}: RowProps) {
  const { slug, name, variables } = feature;
  const count = variables.length;
  const select = (event: MouseEvent) => onSelect(slug, event.shiftKey);
  return (
    <tr aria-rowindex={index + 2} data-slug={slug} data-selected={isSelected}>
      <td className={style.select}>
        <label>
          <input
            type="checkbox"
            aria-label={`Select ${name || slug}`}
            checked={isSelected}
            onClick={select}
            onChange={nothing}
          />
        </label>
      </td>
      <th scope="row" className={style.name}>
        <Link to={paths.feature} params={{ org, project, feature: slug }} data-row>
          {name || slug}
        </Link>
        <span className={style.slug}>
          <code>{slug}</code> {count === 1 ? '1 variable' : `${count} variables`}
        </span>
      </th>
      {columns.map((column) => (
        <td key={column.key} data-column={column.key.split(':')[0]}>
          <ColumnCell {...{ feature, column, org, project, role }} />
        </td>
      ))}
      <td className={style.more}>
        <RowMenu
          {...{ feature, org, project }}
          isSelected={isSelected}
          select={() => onSelect(slug, false)}
        />
      </td>
    </tr>
  );
});

/** The box is set by its click, which knows of Shift. */
const nothing = () => {};

function ColumnCell({
  feature,
  column: { key, environment },
  ...target
}: {
  feature: ListedFeature;
  column: Column;
  org: string;
  project: string;
  role: Role;
}): ReactNode {
  const { status, last_evaluated_at: evaluated, changed, tags, owners, referenced } = feature;
  if (environment) {
    const summary = feature.environments[environment.slug];
    return summary && <EnvironmentCell {...{ ...target, feature, environment, summary }} />;
  }
  switch (key) {
    case 'status':
      return (
        <span className={kit.badge} data-status={status}>
          {status}
        </span>
      );
    case 'evaluated':
      return evaluated === null ? 'never' : <Time at={evaluated} />;
    case 'changed':
      return (
        <>
          {changed && (
            <span className={style.by} title={changed.by}>
              {shortName(changed.by)}
            </span>
          )}
          <Time at={changed?.at ?? feature.updated_at} />
        </>
      );
    case 'tags':
      return tags.join(', ');
    case 'owners':
      return owners.map(shortName).join(', ');
    default:
      return referenced === null ? 'not scanned' : referenced ? 'yes' : 'no';
  }
}

function RowMenu({
  feature: { slug, name, status },
  org,
  project,
  isSelected,
  select,
}: {
  feature: ListedFeature;
  org: string;
  project: string;
  isSelected: boolean;
  select: () => void;
}) {
  const navigate = useNavigate();
  const copy = useCopyWithToast();
  const params = { org, project, feature: slug };
  return (
    <Menu
      trigger={<IconButton icon="more" label={`Menu of ${name || slug}`} />}
      items={[
        { key: 'open', label: 'Open', run: () => void navigate({ to: paths.feature, params }) },
        { key: 'history', label: 'History', run: () => void navigate({ to: paths.history, params }) },
        {
          key: 'copy',
          label: `Copy ${slug}`,
          icon: 'copy',
          run: () => copy(slug, `Copied ${slug}.`),
        },
        {
          key: 'select',
          label: isSelected
            ? 'Do not select'
            : `Select, to ${status === 'archived' ? 'tag' : 'archive or tag'}`,
          icon: 'check',
          run: select,
        },
      ]}
    />
  );
}

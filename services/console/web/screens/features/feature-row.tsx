import type { OwnMembership } from '../../api/session/denied-reason.ts';
import { memo, type MouseEvent, type ReactNode } from 'react';
import type { ListedFeature } from '../../api/types.ts';
import { IconButton } from '../../design/button.tsx';
import { OpenLate } from '../../design/floating/open-late.tsx';
import { Icon } from '../../design/icons.tsx';
import { Time } from '../../design/time.tsx';
import { Truncated } from '../../design/truncated.tsx';
import { StatusBadge } from '../../flags/status-badge.tsx';
import type { useRowLinks } from '../../page/use-row-links.ts';
import { EnvironmentCell } from './environment-cell.tsx';
import style from './features.module.css';
import { shortName, type Column } from './model.ts';
import { formatCount } from '../../design/count.ts';

const loadMenu = async () => (await import('./row-menu.tsx')).RowMenu;

interface RowProps {
  readonly feature: ListedFeature;
  readonly columns: readonly Column[];
  readonly org: string;
  readonly project: string;
  readonly membership: OwnMembership | undefined;
  readonly index: number;
  /** The number of open change requests. */
  readonly requestCount: number;
  readonly isSelected: boolean;
  readonly linkTo: ReturnType<typeof useRowLinks>;
  readonly onSelect: (slug: string, isRange: boolean) => void;
}

export const FeatureRow = memo(function FeatureRow({
  feature,
  columns,
  org,
  project,
  membership,
  index,
  requestCount,
  isSelected,
  linkTo,
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
        <a {...linkTo(slug)} data-row>
          <Truncated text={name || slug} />
        </a>
        <span className={style.slug}>
          <code>
            <Truncated text={slug} />
          </code>
          <span>{formatCount(count, 'variable')}</span>
          {requestCount > 0 && (
            <span className={style.requests} title={formatCount(requestCount, 'open change request')}>
              <Icon name="propose" size={12} />
              {requestCount}
              <span className="hidden-text"> open change {requestCount === 1 ? 'request' : 'requests'}</span>
            </span>
          )}
        </span>
      </th>
      {columns.map((column) => (
        <td key={column.key} data-column={column.key.split(':')[0]} data-narrow={column.isNarrow}>
          <ColumnCell {...{ feature, column, org, project, membership }} />
        </td>
      ))}
      <td className={style.more}>
        <OpenLate
          kind="menu"
          load={loadMenu}
          floating={{
            trigger: <IconButton icon="more" label={`Menu of ${name || slug}`} />,
            feature,
            org,
            project,
            isSelected,
            onSelect,
          }}
        />
      </td>
    </tr>
  );
});

// The click handler selects instead, because it knows about Shift.
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
  membership: OwnMembership | undefined;
}): ReactNode {
  const { status, last_evaluated_at: evaluated, changed, tags, owners, referenced } = feature;
  if (environment) {
    const summary = feature.environments[environment.slug];
    return summary && <EnvironmentCell {...{ ...target, feature, environment, summary }} />;
  }
  switch (key) {
    case 'status':
      return <StatusBadge status={status} />;
    case 'evaluated':
      return evaluated === null ? 'Never' : <Time at={evaluated} />;
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
      return referenced === null ? 'Not scanned' : referenced ? 'Yes' : 'No';
  }
}

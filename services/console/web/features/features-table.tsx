import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { Environment, ListedFeature, Role, ServedSummary } from '../api/types.ts';
import { Icon } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { Time } from '../ui/time.tsx';
import { EnvironmentCell } from './environment-cell.tsx';
import style from './features.module.css';

const rowHeight = 53;

export interface FeatureRow {
  readonly feature: ListedFeature;
  /** By environment. */
  readonly served: Readonly<Record<string, ServedSummary>>;
}

/** Only the rows that are seen are in the page; two empty rows keep the place of the others. */
export function FeaturesTable({
  rows,
  environments,
  org,
  project,
  role,
  hasMore,
  more,
}: {
  rows: readonly FeatureRow[];
  environments: readonly Environment[];
  org: string;
  project: string;
  role: Role;
  hasMore: boolean;
  more: () => void;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  // oxlint-disable-next-line react-hooks-js/incompatible-library
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && last > rows.length - 40) more();
  }, [hasMore, last, rows.length, more]);
  const above = (shown[0]?.start ?? 0) - virtual.options.scrollMargin;
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtual.options.scrollMargin);
  return (
    <>
      <div className={style.frame}>
        <table className={`${kit.table} ${style.table}`} aria-rowcount={hasMore ? -1 : rows.length + 1}>
          <thead>
            <tr>
              <th scope="col">Feature</th>
              <th scope="col">Status</th>
              {environments.map(({ slug, name, protected: isProtected }) => (
                <th key={slug} scope="col">
                  <span className={kit.named}>
                    {isProtected && <Icon name="lock" size={12} />}
                    {name}
                    {isProtected && <span className="hidden-text">, protected</span>}
                  </span>
                </th>
              ))}
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody ref={body}>
            <Gap height={above} />
            {shown.map(({ index }) => (
              <Row
                key={rows[index]!.feature.slug}
                {...{ org, project, role, environments, index }}
                row={rows[index]!}
              />
            ))}
            <Gap height={below} />
          </tbody>
        </table>
      </div>
      <p className={kit.hint} role="status">
        {rows.length === 1 ? '1 feature' : `${rows.length.toLocaleString('en-GB')} features`}
        {hasMore && ' so far'}
      </p>
    </>
  );
}

function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ blockSize: height }} /> : null;
}

function Row({
  row: { feature, served },
  environments,
  org,
  project,
  role,
  index,
}: {
  row: FeatureRow;
  environments: readonly Environment[];
  org: string;
  project: string;
  role: Role;
  index: number;
}) {
  const { slug, name, status, variables } = feature;
  const count = variables.length;
  return (
    <tr aria-rowindex={index + 2}>
      <th scope="row" className={style.name}>
        <Link to={paths.feature} params={{ org, project, feature: slug }} data-row>
          {name || slug}
        </Link>
        <span className={style.slug}>
          <code>{slug}</code> {count === 1 ? '1 variable' : `${count} variables`}
        </span>
      </th>
      <td className={style.status}>
        <span className={kit.badge} data-status={status}>
          {status}
        </span>
      </td>
      {environments.map((environment) => {
        const summary = served[environment.slug];
        return (
          <td key={environment.slug} className={style.state}>
            {summary && <EnvironmentCell {...{ org, project, role, feature, environment, summary }} />}
          </td>
        );
      })}
      <td className={style.changed}>
        <Time at={feature.updated_at} />
      </td>
    </tr>
  );
}

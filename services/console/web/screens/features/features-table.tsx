import type { OwnMembership } from '../../api/session/denied-reason.ts';
import { useQuery } from '@tanstack/react-query';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import { openRequestCountsQuery } from '../../api/queries/change-requests.ts';
import type { Environment, ListedFeature } from '../../api/types.ts';
import { useActions } from '../../page/actions.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { prefer, preferences, usePreferences } from '../../design/preferences.ts';
import { paths } from '../../page/paths.ts';
import { useNearEnd } from '../../design/hooks/use-near-end.ts';
import { useRowLinks } from '../../page/use-row-links.ts';
import { useStable } from '../../design/hooks/use-stable.ts';
import { FeatureRow } from './feature-row.tsx';
import style from './features.module.css';
import { listColumns, getNarrowColumn, getRange, shownColumns, withNarrow, type Column } from './model.ts';
import { formatNumber } from '../../design/count.ts';

const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

/** In px, as in features.module.css. Touch screens need taller dense rows. */
const rowHeights = { roomy: 53, dense: matchMedia('(pointer: coarse)').matches ? 45 : 37 };

/** Renders only visible rows; two empty rows take the height of the rest. Props are stable, so that scrolling renders new rows only. */
export function FeaturesTable({
  rows,
  environments,
  org,
  project,
  membership,
  total,
  hasMore,
  more,
}: {
  rows: readonly ListedFeature[];
  environments: readonly Environment[];
  org: string;
  project: string;
  membership: OwnMembership | undefined;
  /** The number of rows of all pages. */
  total: number;
  hasMore: boolean;
  more: () => void;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  const { columns: chosen, density, lastEnvironment } = usePreferences();
  const chosenColumns = useMemo(
    () => shownColumns(listColumns(environments), chosen),
    [environments, chosen],
  );
  const narrow = getNarrowColumn(chosenColumns, lastEnvironment);
  const columns = useMemo(() => withNarrow(chosenColumns, narrow), [chosenColumns, narrow]);
  const selection = useSelection(rows);
  const { data: requestCounts = {} } = useQuery(openRequestCountsQuery({ org, project }));
  const linkTo = useRowLinks(
    useCallback(
      (feature: string) => ({ to: paths.feature, params: { org, project, feature } }),
      [org, project],
    ),
  );
  // oxlint-disable-next-line react-hooks-js/incompatible-library
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => rowHeights[density],
    overscan: 5,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useNearEnd({ last, count: rows.length, hasMore }, more);
  const above = (shown[0]?.start ?? 0) - virtual.options.scrollMargin;
  const below = virtual.getTotalSize() - ((shown.at(-1)?.end ?? 0) - virtual.options.scrollMargin);
  return (
    <>
      <div className={style.frame}>
        <table
          className={`${kit.table} ${style.table} ${hasSeveral(columns) ? style.several : ''}`}
          aria-rowcount={total + 1}
        >
          <Head columns={columns} />
          <tbody ref={body}>
            <Gap height={above} />
            {shown.map(({ index }) => {
              const feature = rows[index]!;
              return (
                <FeatureRow
                  key={feature.slug}
                  {...{ org, project, membership, columns, index, feature, linkTo }}
                  requestCount={requestCounts[feature.slug] ?? 0}
                  isSelected={selection.chosen.has(feature.slug)}
                  onSelect={selection.choose}
                />
              );
            })}
            <Gap height={below} />
          </tbody>
        </table>
      </div>
      {hasMore && (
        <p className={kit.hint}>
          {formatNumber(rows.length)} of {formatNumber(total)} loaded
        </p>
      )}
      {selection.chosen.size > 0 && (
        <Suspense>
          <BulkBar {...{ org, project, membership }} slugs={[...selection.chosen]} onDone={selection.clear} />
        </Suspense>
      )}
    </>
  );
}

/** Returns true if only a wide page has room for all environments. */
const hasSeveral = (columns: readonly Column[]) =>
  columns.filter(({ environment }) => environment !== undefined).length > 2;

function Gap({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden="true" style={{ blockSize: height }} /> : null;
}

function Head({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        <th scope="col" className={style.select}>
          <span className="hidden-text">Selected</span>
        </th>
        <th scope="col" className={style.first}>
          Feature
        </th>
        {columns.map((column) => (
          <th
            key={column.key}
            scope="col"
            title={column.label}
            data-column={column.key.split(':')[0]}
            data-narrow={column.isNarrow}
          >
            {column.environment?.protected && <Icon name="lock" size={12} />}
            <span className={style.label}>{column.label}</span>
            {column.isNarrow && <NarrowChoice shown={column} columns={columns} />}
            {column.environment?.protected && <span className="hidden-text">, protected</span>}
          </th>
        ))}
        <th scope="col" className={style.more}>
          <span className="hidden-text">Menu</span>
        </th>
      </tr>
    </thead>
  );
}

/** Selects the environment that a narrow page shows. */
function NarrowChoice({ shown, columns }: { shown: Column; columns: readonly Column[] }) {
  return (
    <select
      className={style.narrowChoice}
      aria-label="Environment shown"
      value={shown.environment?.slug}
      onChange={(event) => prefer({ lastEnvironment: event.target.value })}
    >
      {columns.map(
        ({ environment }) =>
          environment && (
            <option key={environment.slug} value={environment.slug}>
              {environment.name}
            </option>
          ),
      )}
    </select>
  );
}

interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly choose: (slug: string, isRange: boolean) => void;
  readonly clear: () => void;
}

/** Selects rows by checkbox, by `x`, and as a range with Shift. `o` opens the cell of the last used environment. */
function useSelection(rows: readonly ListedFeature[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const from = useRef<string>(undefined);
  const choose = useStable((slug: string, isRange: boolean) => {
    const slugs = rows.map((row) => row.slug);
    const range = isRange ? getRange(slugs, from.current, slug) : [slug];
    setChosen((before) => {
      const after = new Set(before);
      const isOn = isRange || !before.has(slug);
      for (const each of range)
        if (isOn) after.add(each);
        else after.delete(each);
      return after;
    });
    from.current = slug;
  });
  const ofFocus = (isRange: boolean) => {
    const slug = focusedRow()?.dataset['slug'];
    if (slug !== undefined) choose(slug, isRange);
  };
  useActions([
    { label: 'Select the feature', keys: 'x', run: () => ofFocus(false) },
    { label: 'Select up to the feature', keys: 'X', run: () => ofFocus(true) },
    { label: 'Open the switch of the feature', keys: 'o', run: openCell },
  ]);
  return { chosen, choose, clear: () => setChosen(new Set()) };
}

const focusedRow = () => document.activeElement?.closest<HTMLElement>('tr[data-slug]') ?? undefined;

function openCell(): void {
  const cells = [...(focusedRow()?.querySelectorAll<HTMLElement>('[data-env]') ?? [])];
  const last = preferences().lastEnvironment;
  (cells.find((cell) => cell.dataset['env'] === last) ?? cells[0])?.click();
}

import { Fragment } from 'react';
import type { Environment, ListedFeature, Role, ServedSummary } from '../../api/types.ts';
import { OpenLate } from '../../design/floating/open-late.tsx';
import { Pennant } from '../../flags/variation/pennant.tsx';
import { percent } from '../../flags/variation/split-bar.tsx';
import style from './features.module.css';
import { stateOf, type State } from './model.ts';

const loadPopover = async () => (await import('./cell-popover.tsx')).CellPopover;

export interface Cell {
  readonly org: string;
  readonly project: string;
  readonly role: Role;
  readonly feature: ListedFeature;
  readonly environment: Environment;
  readonly summary: ServedSummary;
}

/**
 * The state is read here, in few elements: while the list scrolls, they are most of what is drawn. It is switched in the popover, which
 * names the environment: nothing is pressed by accident.
 */
export function EnvironmentCell(cell: Cell) {
  const { feature, environment, summary } = cell;
  const { word, tone, shares } = stateOf(summary, feature.status);
  const indexOf = (variation: string) => feature.variations.findIndex(({ slug }) => slug === variation);
  const nameOf = (variation: string) => feature.variations[indexOf(variation)]?.name || variation;
  const target = `${feature.name || feature.slug} in ${environment.name}`;
  const overrides = feature.status === 'live' ? overridesOf(summary.override_count) : '';
  const isSplit = shares.length > 1;
  const trigger = (
    <button type="button" className={style.cell} data-env={environment.slug} data-tone={tone}>
      <span className="hidden-text">{target}: </span>
      <span className={style.word}>
        {word}
        {overrides && <span className={style.overrides}>{overrides}</span>}
      </span>
      {shares.length > 0 && (
        <span className={style.shares} title={exactly(shares, nameOf)}>
          {shares.slice(0, 3).map(({ variation, weight }) => (
            <Fragment key={variation}>
              <Pennant index={indexOf(variation)} isSmall {...(isSplit && { name: nameOf(variation) })} />
              {isSplit ? Math.round(weight) : nameOf(variation)}
            </Fragment>
          ))}
        </span>
      )}
    </button>
  );
  return <OpenLate kind="dialog" load={loadPopover} floating={{ trigger, ...cell }} />;
}

function overridesOf(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '1 override' : `${count} overrides`;
}

function exactly(shares: State['shares'], nameOf: (variation: string) => string): string {
  return shares.map(({ variation, weight }) => `${nameOf(variation)} ${percent(weight)}`).join(', ');
}

import { lazy, Suspense } from 'react';
import type { Environment, ListedFeature, Role, ServedSummary } from '../api/types.ts';
import kit from '../ui/kit.module.css';
import { Pennant } from '../ui/pennant.tsx';
import { Popover } from '../ui/popover.tsx';
import { percent } from '../ui/split-bar.tsx';
import style from './features.module.css';
import { stateOf } from './model.ts';

const CellContent = lazy(async () => ({ default: (await import('./cell-content.tsx')).CellContent }));

export interface Cell {
  readonly org: string;
  readonly project: string;
  readonly role: Role;
  readonly feature: ListedFeature;
  readonly environment: Environment;
  readonly summary: ServedSummary;
}

/** The state is read here. It is switched in the popover, which names the environment: nothing is pressed by accident. */
export function EnvironmentCell(cell: Cell) {
  const { feature, environment, summary } = cell;
  const { word, tone, shares } = stateOf(summary, feature.status);
  const indexOf = (variation: string) => feature.variations.findIndex(({ slug }) => slug === variation);
  const nameOf = (variation: string) => feature.variations[indexOf(variation)]?.name || variation;
  const target = `${feature.name || feature.slug} in ${environment.name}`;
  const said = shares.map(({ variation, weight }) => `${nameOf(variation)} ${percent(weight)}`).join(', ');
  const pins = feature.status === 'live' ? summary.override_count : 0;
  return (
    <Popover
      title={target}
      trigger={
        <button type="button" className={style.cell} data-env={environment.slug}>
          <span className="hidden-text">{target}: </span>
          <span className={style.dot} data-tone={tone} aria-hidden="true" />
          <span className={style.said}>
            <span>{word}</span>
            {pins > 0 && (
              <span className={style.pins}>{pins === 1 ? '1 override' : `${pins} overrides`}</span>
            )}
          </span>
          <span className={style.shares} title={said}>
            {shares.slice(0, 3).map(({ variation, weight }) => (
              <span key={variation} className={kit.named}>
                <Pennant index={indexOf(variation)} size={9} />
                {shares.length === 1 ? (
                  <span>{nameOf(variation)}</span>
                ) : (
                  <span>
                    <span className="hidden-text">{nameOf(variation)} </span>
                    {Math.round(weight)}
                  </span>
                )}
              </span>
            ))}
          </span>
        </button>
      }
    >
      <Suspense fallback={<div className={style.popover} />}>
        <CellContent {...cell} nameOf={nameOf} />
      </Suspense>
    </Popover>
  );
}

import type { OwnMembership } from '../../api/session/denied-reason.ts';
import type { Environment, ListedFeature, ServedSummary } from '../../api/types.ts';
import { OpenLate } from '../../design/floating/open-late.tsx';
import { VariationMark } from '../../flags/variation/variation-mark.tsx';
import style from './features.module.css';
import { getCellState } from './model.ts';

const loadPopover = async () => (await import('./cell-popover.tsx')).CellPopover;

export interface Cell {
  readonly org: string;
  readonly project: string;
  readonly membership: OwnMembership | undefined;
  readonly feature: ListedFeature;
  readonly environment: Environment;
  readonly summary: ServedSummary;
}

/**
 * Shows what users get by default, and how many rules and overrides there are. It has few elements, because they are most of what is drawn
 * while the list scrolls. The switch is in the popover, which names the environment, so that nobody switches one by accident.
 */
export function EnvironmentCell(cell: Cell) {
  const { feature, environment, summary } = cell;
  const { text, tone, variation, details } = getCellState(summary, feature.status);
  const index = feature.variations.findIndex(({ slug }) => slug === variation);
  const trigger = (
    <button type="button" className={style.cell} data-env={environment.slug} data-tone={tone}>
      <span className="hidden-text">
        {feature.name || feature.slug} in {environment.name}:{' '}
      </span>
      <span className={style.word}>
        {index >= 0 && <VariationMark index={index} isSmall />}
        {text ?? (feature.variations[index]?.name || variation)}
      </span>
      {details.length > 0 && <span className={style.cellDetails}>{details.join(' · ')}</span>}
    </button>
  );
  return <OpenLate kind="dialog" load={loadPopover} floating={{ trigger, ...cell }} />;
}

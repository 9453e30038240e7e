import kit from '../../design/kit.module.css';
import { VariationMark, type NamedVariation } from './variation-mark.tsx';

interface NamedShare {
  readonly variation: string;
  readonly weight: number;
}

/** Shows the shares of a split as widths, also in text. */
export function SplitBar({
  shares,
  variations,
}: {
  shares: readonly NamedShare[];
  variations: readonly NamedVariation[];
}) {
  return (
    <div className={kit.split}>
      {shares.map((share) => (
        <ShareBar key={share.variation} {...share} variations={variations} />
      ))}
    </div>
  );
}

/** Shows one share of a bar. */
export function ShareBar({
  variation,
  weight,
  variations,
}: NamedShare & { variations: readonly NamedVariation[] }) {
  const index = variations.findIndex(({ slug }) => slug === variation);
  const style = {
    '--own': `var(--v${(index % 8) + 1})`,
    flexGrow: Math.max(weight, 0.001),
    flexBasis: 0,
  };
  return (
    <div className={kit.share} style={style}>
      <VariationMark index={index} />
      <span>
        {variations[index]?.name || variation} {percent(weight)}
      </span>
    </div>
  );
}

/** Shared, because creating a formatter is slow and lists show many shares. */
const share = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 });

export const percent = (weight: number) => `${share.format(weight)}%`;

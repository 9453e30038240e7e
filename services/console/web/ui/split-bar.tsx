import kit from './kit.module.css';
import { Pennant, type NamedVariation } from './pennant.tsx';

/** Shares as widths. What a bar shows by its width it also says in text. */
export function SplitBar({
  shares,
  variations,
}: {
  shares: readonly { readonly variation: string; readonly weight: number }[];
  variations: readonly NamedVariation[];
}) {
  return (
    <div className={kit.split}>
      {shares.map(({ variation, weight }) => {
        const index = variations.findIndex(({ slug }) => slug === variation);
        const style = {
          '--own': `var(--v${(index % 8) + 1})`,
          flexGrow: Math.max(weight, 0.001),
          flexBasis: 0,
        };
        return (
          <div key={variation} className={kit.share} style={style}>
            <Pennant index={index} />
            <span>
              {variations[index]?.name || variation} {percent(weight)}
            </span>
          </div>
        );
      })}
    </div>
  );
}

export const percent = (weight: number) =>
  `${new Intl.NumberFormat('en-GB', { maximumFractionDigits: 3 }).format(weight)} %`;

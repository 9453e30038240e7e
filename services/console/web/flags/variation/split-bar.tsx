import { percent } from './percent.ts';
import kit from '../../design/kit.module.css';
import { VariationMark, VariationName, type NamedVariation } from './variation-mark.tsx';

interface NamedShare {
  readonly variation: string;
  readonly weight: number;
}

/** Shows the shares of matching users as widths, and their names below unless one variation has everything. */
export function SplitBar({
  shares,
  variations,
  percentage = 100,
  rest = '',
}: {
  shares: readonly NamedShare[];
  variations: readonly NamedVariation[];
  /** The percentage of users that get any of the shares. */
  percentage?: number;
  /** The end of the sentence about all other users: "continue to the next rule". */
  rest?: string;
}) {
  const parts = shares.map(({ variation, weight }) => ({ variation, weight: (weight * percentage) / 100 }));
  if (parts.length === 1 && percentage === 100) {
    return (
      <div className={kit.split}>
        <ShareBar {...parts[0]!} variations={variations} />
      </div>
    );
  }
  return (
    <div className={kit.splitWithNames}>
      <div className={kit.split} aria-hidden="true">
        {parts.map((part) => (
          <ShareBar key={part.variation} {...part} variations={variations} isNamed={false} />
        ))}
        {percentage < 100 && <div className={kit.splitRest} style={{ flexGrow: 100 - percentage }} />}
      </div>
      <p className={kit.splitNames}>
        {parts.map(({ variation, weight }) => (
          <span key={variation} className={kit.named}>
            <span className={kit.splitShare}>{percent(weight)}</span>
            <VariationName slug={variation} variations={variations} />
          </span>
        ))}
        {percentage < 100 && (
          <span>
            {percent(100 - percentage)} {rest}
          </span>
        )}
      </p>
    </div>
  );
}

/** Shows one share of a bar. */
export function ShareBar({
  variation,
  weight,
  variations,
  isNamed = true,
}: NamedShare & { variations: readonly NamedVariation[]; isNamed?: boolean }) {
  const index = variations.findIndex(({ slug }) => slug === variation);
  const text = `${variations[index]?.name || variation} ${percent(weight)}`;
  const style = {
    '--own': `var(--v${(index % 8) + 1})`,
    flexGrow: weight,
    flexBasis: 0,
  };
  return (
    <div className={kit.share} style={style} title={text} data-empty={weight === 0 || undefined}>
      <VariationMark index={index} />
      {isNamed && <span>{text}</span>}
    </div>
  );
}

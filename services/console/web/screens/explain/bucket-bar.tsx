import kit from '../../design/kit.module.css';
import { VariationMark, type NamedVariation } from '../../flags/variation/variation-mark.tsx';
import { percent } from '../../flags/variation/percent.ts';
import style from './explain.module.css';
import type { ExplainedRule } from './model.ts';
import { formatNumber } from '../../design/count.ts';

const whole = 100_000;

/** Shows the user's bucket in the rollout and on the split. The text says the same as the bars. */
export function BucketBar({
  rule,
  variations,
}: {
  rule: ExplainedRule;
  variations: readonly NamedVariation[];
}) {
  const { rollout, split, bucketing } = rule;
  const nameOf = (variation: string) => variations.find(({ slug }) => slug === variation)?.name || variation;
  const by = bucketing?.attribute ?? 'nothing';
  if (bucketing !== null && bucketing.attribute === null) {
    return (
      <p className={kit.hint}>Bucketed by {bucketing.bucket_by.join(', ')}: the user has none of them.</p>
    );
  }
  return (
    <>
      {rollout !== null && rollout.bucket !== null && rollout.percentage < 100 && (
        <div>
          <p className={kit.hint}>
            Rollout {percent(rollout.percentage)}: bucket {formatNumber(rollout.bucket)} by {by} is{' '}
            {rollout.passes ? 'in' : 'out'}.
          </p>
          <div className={style.bar} aria-hidden="true">
            <span
              className={style.range}
              data-hit={rollout.passes}
              style={{ flexGrow: rollout.percentage }}
            />
            <span className={style.range} data-rest style={{ flexGrow: 100 - rollout.percentage }} />
            <Marker bucket={rollout.bucket} />
          </div>
        </div>
      )}
      {split !== null && split.bucket !== null && (
        <div>
          <p className={kit.hint}>
            Bucket {formatNumber(split.bucket)} of {formatNumber(whole)} by {by}
            <span className="hidden-text">
              :{' '}
              {split.ranges
                .map(({ variation, from, below }) => `${nameOf(variation)} from ${from} to ${below - 1}`)
                .join(', ')}
            </span>
          </p>
          <div className={style.bar} aria-hidden="true">
            {split.ranges.map(({ variation, weight, hit }) => {
              const index = variations.findIndex(({ slug }) => slug === variation);
              const own = { '--own': `var(--v${(Math.max(index, 0) % 8) + 1})`, flexGrow: weight };
              return (
                <span key={variation} className={style.range} data-hit={hit} style={own}>
                  {index >= 0 && <VariationMark index={index} />}
                  {variations[index]?.name || variation} {percent(weight)}
                </span>
              );
            })}
            <Marker bucket={split.bucket} />
          </div>
        </div>
      )}
    </>
  );
}

function Marker({ bucket }: { bucket: number }) {
  return <span className={style.marker} style={{ insetInlineStart: `${bucket / (whole / 100)}%` }} />;
}

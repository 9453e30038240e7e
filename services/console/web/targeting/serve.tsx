import type { Rule, Variation } from '../api/types.ts';
import kit from '../ui/kit.module.css';
import { VariationName } from '../ui/pennant.tsx';
import { percent, SplitBar } from '../ui/split-bar.tsx';
import { dayOf } from '../ui/time.tsx';
import { serveOne, serveSplit, withWeight } from './model.ts';
import style from './targeting.module.css';

const split = '\u0000split';

/** What a rule serves: one variation or a split, and to what part of whom. */
export function Serve({
  rule,
  variations,
  isReadOnly,
  onChange,
}: {
  rule: Rule;
  variations: readonly Variation[];
  isReadOnly: boolean;
  onChange: (rule: Rule) => void;
}) {
  const { variation, split: shares } = rule.serve;
  const serves = shares ?? [{ variation: variation ?? '', weight: 100 }];
  function choose(value: string) {
    onChange(
      value === split
        ? serveSplit(
            rule,
            variations.map(({ slug }) => slug),
          )
        : serveOne(rule, value),
    );
  }
  return (
    <div className={style.serve}>
      {!isReadOnly && (
        <label className={kit.named}>
          <span className={kit.hint}>serves</span>
          <select
            className={style.select}
            value={shares ? split : variation}
            onChange={(event) => choose(event.target.value)}
          >
            {variations.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name || slug}
              </option>
            ))}
            {variations.length > 1 && <option value={split}>a split…</option>}
          </select>
        </label>
      )}
      <SplitBar shares={serves} variations={variations} />
      {shares && !isReadOnly && (
        <div className={style.weights}>
          {shares.map((share, at) => (
            <label key={share.variation} className={kit.named}>
              <VariationName slug={share.variation} variations={variations} />
              <input
                className={`${kit.input} ${style.weight}`}
                type="number"
                min={0}
                max={100}
                step="any"
                value={share.weight}
                aria-label={`Share of ${share.variation} in per cent`}
                onChange={(event) => {
                  const weight = event.target.valueAsNumber;
                  if (Number.isNaN(weight)) return;
                  onChange({ ...rule, serve: { ...rule.serve, split: withWeight(shares, at, weight) } });
                }}
              />
              %
            </label>
          ))}
        </div>
      )}
      <Rollout rule={rule} isReadOnly={isReadOnly} onChange={onChange} />
    </div>
  );
}

function Rollout({
  rule,
  isReadOnly,
  onChange,
}: {
  rule: Rule;
  isReadOnly: boolean;
  onChange: (rule: Rule) => void;
}) {
  const { rollout, schedule, serve } = rule;
  const part = rollout?.percentage ?? 100;
  const buckets = serve.bucket_by?.length ? serve.bucket_by.join(', ') : 'user_id, email';
  const isSome = serve.split !== undefined || part < 100 || rollout?.stages !== undefined;
  return (
    <p className={style.small}>
      {rollout?.stages ? (
        <span>
          rollout in stages:{' '}
          {rollout.stages
            .map(({ at, percentage }) => `${percent(percentage)} from ${dayOf(new Date(at))}`)
            .join(', ')}
        </span>
      ) : isReadOnly ? (
        <span>rollout {percent(part)}</span>
      ) : (
        <label className={kit.named}>
          rollout
          <input
            className={`${kit.input} ${style.weight}`}
            type="number"
            min={0}
            max={100}
            step="any"
            value={part}
            aria-label="Rollout in per cent"
            onChange={(event) => {
              const { valueAsNumber: percentage } = event.target;
              if (Number.isNaN(percentage)) return;
              const { rollout: _before, ...rest } = rule;
              onChange(
                percentage >= 100 ? rest : { ...rest, rollout: { percentage: Math.max(percentage, 0) } },
              );
            }}
          />
          % of them
        </label>
      )}
      {schedule && (
        <span>
          {schedule.from ? `from ${dayOf(new Date(schedule.from))} ` : ''}
          {schedule.to ? `until ${dayOf(new Date(schedule.to))}` : ''}
        </span>
      )}
      {isSome && <span>by {buckets}</span>}
    </p>
  );
}

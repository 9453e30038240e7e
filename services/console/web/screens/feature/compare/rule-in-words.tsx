import type { Rule, Variation } from '../../../api/types.ts';
import { getAttribute, getOperatorWords } from '../../../flags/condition/words.ts';
import kit from '../../../design/kit.module.css';
import { VariationName } from '../../../flags/variation/variation-mark.tsx';
import { percent } from '../../../flags/variation/split-bar.tsx';
import { formatDay } from '../../../design/time.tsx';
import style from './compare.module.css';

/** A read-only rule. */
export function RuleInWords({
  rule,
  number,
  variations,
}: {
  rule: Rule;
  number: number;
  variations: readonly Variation[];
}) {
  const { any_of: groups = [], serve, rollout, schedule, enabled = true } = rule;
  const shares = serve.split ?? [{ variation: serve.variation ?? '', weight: 100 }];
  const day = (at: string) => formatDay(new Date(at));
  return (
    <div className={style.rule}>
      <span className={kit.hint}>
        Rule {number}
        {!enabled && ', disabled'}
      </span>
      {groups.length === 0 && <span>everyone</span>}
      {groups.map(({ all_of: conditions }, at) => (
        <span key={at}>
          {at > 0 && 'or '}
          {conditions.map((condition, index) => (
            <span key={index}>
              {index > 0 && ' and '}
              <code>{getAttribute(condition)}</code> {getOperatorWords(condition)}{' '}
              <code>{short((condition.values ?? []).join(', '))}</code>
            </span>
          ))}
        </span>
      ))}
      <span className={style.shares}>
        {shares.map(({ variation, weight }) => (
          <span key={variation} className={kit.named}>
            <VariationName slug={variation} variations={variations} />
            {shares.length > 1 && percent(weight)}
          </span>
        ))}
      </span>
      {rollout && (
        <span>
          {rollout.stages
            ? rollout.stages.map(({ at, percentage }) => `${percent(percentage)} from ${day(at)}`).join(', ')
            : `${percent(rollout.percentage ?? 100)} of them`}
        </span>
      )}
      {schedule?.from && <span>from {day(schedule.from)}</span>}
      {schedule?.to && <span>until {day(schedule.to)}</span>}
      {serve.bucket_by && <span>by {serve.bucket_by.join(', ')}</span>}
    </div>
  );
}

const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

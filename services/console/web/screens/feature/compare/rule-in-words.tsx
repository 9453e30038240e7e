import type { Rule, Variation } from '../../../api/types.ts';
import { getAttribute, getOperatorWords } from '../../../flags/condition/words.ts';
import kit from '../../../design/kit.module.css';
import { VariationName } from '../../../flags/variation/variation-mark.tsx';
import { percent } from '../../../flags/variation/percent.ts';
import { describeSchedule, listStages } from '../../../flags/rollout/rollout-words.ts';
import style from './compare.module.css';

/** Renders a read-only rule. */
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
            ? listStages(rollout.stages)
            : `${percent(rollout.percentage ?? 100)} of matching users`}
        </span>
      )}
      {schedule && <span>{describeSchedule(schedule)}</span>}
      {serve.bucket_by && <span>by {serve.bucket_by.join(', ')}</span>}
    </div>
  );
}

const short = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

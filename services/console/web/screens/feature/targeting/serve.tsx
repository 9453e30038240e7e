import type { Rule, Variation } from '../../../api/types.ts';
import type { FieldProps } from '../../../flags/condition/field-errors.ts';
import kit from '../../../design/kit.module.css';
import { SplitBar } from '../../../flags/variation/split-bar.tsx';
import { currentRollout } from '../../../flags/rollout/rollout.ts';
import { serveOne, serveSplit } from './model.ts';
import { Rollout } from './rollout.tsx';
import { SplitEditor } from './split-editor.tsx';
import style from './targeting.module.css';

const split = '\u0000split';

/** Edits what a rule serves: one variation or a split, and the rollout. */
export function Serve({
  rule,
  stored,
  variations,
  now,
  isLast,
  isReadOnly,
  fieldProps,
  onChange,
}: {
  rule: Rule;
  /** The stored rule; undefined = the rule is new. */
  stored: Rule | undefined;
  variations: readonly Variation[];
  now: number;
  /** No rule follows. */
  isLast: boolean;
  isReadOnly: boolean;
  fieldProps: FieldProps;
  onChange: (rule: Rule) => void;
}) {
  const { variation, split: shares } = rule.serve;
  const serves = shares ?? [{ variation: variation ?? '', weight: 100 }];
  const percentage = currentRollout(rule.rollout, now);
  const isSplit = shares !== undefined && !isReadOnly;
  const all = variations.map(({ slug }) => slug);
  return (
    <div className={style.serve}>
      {!isReadOnly && (
        <label className={kit.named}>
          <span className={kit.hint}>Serve</span>
          <select
            className={style.select}
            value={shares ? split : variation}
            {...fieldProps('serve', 'serve.variation', 'serve.split')}
            onChange={({ target: { value } }) =>
              onChange(value === split ? serveSplit(rule, all) : serveOne(rule, value))
            }
          >
            {variations.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name || slug}
              </option>
            ))}
            {variations.length > 1 && <option value={split}>Percentage split…</option>}
          </select>
        </label>
      )}
      {isSplit && <SplitEditor {...{ rule, shares, variations, fieldProps, onChange }} />}
      {(!isSplit || percentage < 100) && (
        <SplitBar
          shares={serves}
          variations={variations}
          percentage={percentage}
          rest={isLast ? 'get the default' : 'continue to the next rule'}
        />
      )}
      <Rollout {...{ rule, stored, now, isReadOnly, fieldProps, onChange }} />
    </div>
  );
}

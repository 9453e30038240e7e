import type { Rule } from '../../../api/types.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { MomentField } from '../../../design/forms/moment-field.tsx';
import { useCommitOnBlur } from '../../../design/hooks/use-commit-on-blur.ts';
import kit from '../../../design/kit.module.css';
import type { FieldProps } from '../../../flags/condition/field-errors.ts';
import { percent } from '../../../flags/variation/percent.ts';
import { focusBeside, focusSchedule } from './focus-beside.ts';
import { rolloutChange } from './hints.ts';
import {
  firstEnd,
  firstStages,
  usesBuckets,
  withBucketBy,
  withRollout,
  withSchedule,
  withStages,
} from './model.ts';
import { NumberField } from './number-field.tsx';
import { Ramp } from './ramp.tsx';
import { describeSchedule, describeStages } from '../../../flags/rollout/rollout-words.ts';
import { Stages } from './stages.tsx';
import style from './targeting.module.css';

interface Options {
  readonly rule: Rule;
  /** The stored rule; undefined = the rule is new. */
  readonly stored: Rule | undefined;
  readonly now: number;
  readonly fieldProps: FieldProps;
  readonly onChange: (rule: Rule) => void;
}

/** Edits the rollout, schedule and bucketing of a rule. What it does not have yet can be added by a button. */
export function Rollout({
  rule,
  stored,
  now,
  isReadOnly,
  fieldProps,
  onChange,
}: Options & { isReadOnly: boolean }) {
  if (isReadOnly) return <ReadOnlyRollout rule={rule} now={now} />;
  const { rollout, schedule } = rule;
  return (
    <div className={style.small}>
      {rollout?.stages ? (
        <Stages {...{ rule, now, fieldProps, onChange }} stages={rollout.stages} />
      ) : (
        <Percentage {...{ rule, stored, fieldProps, onChange }} />
      )}
      {usesBuckets(rule) && <BucketBy {...{ rule, fieldProps, onChange }} />}
      {schedule && <Schedule {...{ rule, fieldProps, onChange }} />}
      {!rollout?.stages && (
        <Button
          kind="quiet"
          icon="up"
          onClick={({ currentTarget }) => {
            focusBeside(currentTarget, 0);
            onChange(withStages(rule, firstStages(now)));
          }}
        >
          Gradual rollout
        </Button>
      )}
      {!schedule && (
        <Button
          kind="quiet"
          icon="clock"
          onClick={({ currentTarget }) => {
            focusSchedule(currentTarget);
            onChange(withSchedule(rule, 'to', firstEnd(now)));
          }}
        >
          Schedule
        </Button>
      )}
    </div>
  );
}

function ReadOnlyRollout({ rule, now }: { rule: Rule; now: number }) {
  const { rollout, schedule, serve } = rule;
  return (
    <div className={style.small}>
      {rollout?.stages ? (
        <>
          <span>
            <b>Gradual rollout</b> {describeStages(rollout.stages, now)}
          </span>
          <Ramp stages={rollout.stages} now={now} />
        </>
      ) : (
        rollout && <span>Roll out to {percent(rollout.percentage ?? 100)} of matching users</span>
      )}
      {schedule && (
        <span>
          <b>Schedule</b> {describeSchedule(schedule)}
        </span>
      )}
      {usesBuckets(rule) && <span>Bucketed by {bucketsOf(serve.bucket_by).join(', ')}</span>}
    </div>
  );
}

function Percentage({ rule, stored, fieldProps, onChange }: Omit<Options, 'now'>) {
  const effect = rolloutChange(stored, rule);
  return (
    <>
      <span className={kit.named}>
        Roll out to
        <NumberField
          value={rule.rollout?.percentage ?? 100}
          label="Rollout percentage"
          {...fieldProps('rollout.percentage')}
          onChange={(percentage) => onChange(withRollout(rule, percentage))}
        />
        % of matching users
      </span>
      {effect !== undefined && <span role="status">{effect}</span>}
    </>
  );
}

function Schedule({ rule, fieldProps, onChange }: Pick<Options, 'rule' | 'fieldProps' | 'onChange'>) {
  return (
    <fieldset className={style.schedule} data-schedule>
      <legend className="hidden-text">Schedule</legend>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={kit.named}>
          {end === 'from' ? 'From' : 'Until'}
          <MomentField
            label={end === 'from' ? 'Schedule from' : 'Schedule until'}
            {...fieldProps(`schedule.${end}`)}
            at={rule.schedule?.[end] ?? undefined}
            onChange={(at) => onChange(withSchedule(rule, end, at))}
          />
        </label>
      ))}
      <IconButton
        icon="trash"
        label="Remove schedule"
        onClick={(event) => {
          onChange(withSchedule(withSchedule(rule, 'from', undefined), 'to', undefined));
          focusBeside(event.currentTarget, 0);
        }}
      />
    </fieldset>
  );
}

const bucketsOf = (given: readonly string[] | undefined) => (given?.length ? given : ['user_id', 'email']);

/** Edits the attributes for bucketing. The first one that a user has decides. */
function BucketBy({ rule, fieldProps, onChange }: Pick<Options, 'rule' | 'fieldProps' | 'onChange'>) {
  const given = rule.serve.bucket_by ?? [];
  const field = useCommitOnBlur(given.join(', '), (typed) =>
    onChange(withBucketBy(rule, [...new Set(typed.split(/[\s,]+/).filter(Boolean))])),
  );
  return (
    <label className={kit.named}>
      Bucket by
      <input
        className={`${kit.input} ${style.buckets}`}
        aria-label="Bucket by"
        placeholder="user_id, email"
        {...fieldProps('serve.bucket_by')}
        {...field}
      />
    </label>
  );
}

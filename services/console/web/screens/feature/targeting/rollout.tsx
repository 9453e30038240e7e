import { useState, type ChangeEvent, type KeyboardEvent } from 'react';
import type { Rule } from '../../../api/types.ts';
import type { FieldProps } from '../../../flags/condition/field-errors.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import kit from '../../../design/kit.module.css';
import { percent } from '../../../flags/variation/split-bar.tsx';
import { focusSoon } from '../../../design/hooks/focus-soon.ts';
import { parseLocalInput, formatLocalInput } from '../../../design/forms/local-time.ts';
import { formatDay } from '../../../design/time.tsx';
import { rolloutChange } from './hints.ts';
import {
  rolloutAt,
  usesBuckets,
  withBucketBy,
  withRollout,
  withSchedule,
  withStages,
  type Stage,
} from './model.ts';
import { NumberField } from './number-field.tsx';
import { Ramp } from './ramp.tsx';
import style from './targeting.module.css';

interface Options {
  readonly rule: Rule;
  /** The stored rule; undefined = the rule is new. */
  readonly stored: Rule | undefined;
  readonly now: number;
  readonly fieldProps: FieldProps;
  readonly onChange: (rule: Rule) => void;
}

/** Edits the rollout, schedule and bucketing of a rule. */
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
      {schedule && <Schedule {...{ rule, fieldProps, onChange }} />}
      {usesBuckets(rule) && <BucketBy {...{ rule, fieldProps, onChange }} />}
    </div>
  );
}

function ReadOnlyRollout({ rule, now }: { rule: Rule; now: number }) {
  const { rollout, schedule, serve } = rule;
  return (
    <div className={style.small}>
      <span>
        {rollout?.stages ? 'Gradual rollout · currently' : 'Roll out to'} {percent(rolloutAt(rollout, now))}
        {!rollout?.stages && ' of matching users'}
      </span>
      {rollout?.stages && <Ramp stages={rollout.stages} now={now} />}
      {schedule?.from && <span>From {formatDay(new Date(schedule.from))}</span>}
      {schedule?.to && <span>Until {formatDay(new Date(schedule.to))}</span>}
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

/** Focuses the percentage at an index, or the last one, beside a button that adds or removes one. */
function focusBeside(button: HTMLElement, at: number): void {
  const container = button.closest(`.${style.small}`);
  focusSoon(() => {
    const fields = container?.querySelectorAll<HTMLElement>('input[type="number"]');
    return fields?.[Math.min(at, fields.length - 1)];
  });
}

function Stages({
  stages,
  rule,
  now,
  fieldProps,
  onChange,
}: {
  stages: readonly Stage[];
  rule: Rule;
  now: number;
  fieldProps: FieldProps;
  onChange: (rule: Rule) => void;
}) {
  const change = (at: number, stage: Stage | undefined) =>
    onChange(
      withStages(
        rule,
        stages.flatMap((each, index) => (index === at ? (stage ?? []) : each)),
      ),
    );
  const last = stages.at(-1)!;
  const later: Stage = { at: new Date(Date.parse(last.at) + 86_400_000).toISOString(), percentage: 100 };
  return (
    <fieldset className={style.stages}>
      <legend>Gradual rollout · currently {percent(rolloutAt(rule.rollout, now))}</legend>
      <Ramp stages={stages} now={now} />
      {stages.map((stage, at) => (
        <div key={at} className={style.stage}>
          <span>Reach</span>
          <NumberField
            value={stage.percentage}
            label={`Percentage of stage ${at + 1}`}
            {...fieldProps(`rollout.stages[${at}].percentage`)}
            onChange={(percentage) => change(at, { ...stage, percentage })}
          />
          <span>% on</span>
          <Moment
            label={`Time of stage ${at + 1}`}
            {...fieldProps(`rollout.stages[${at}].at`)}
            at={stage.at}
            onChange={(time) => time && change(at, { ...stage, at: time })}
          />
          <IconButton
            icon="trash"
            label={`Remove stage ${at + 1}`}
            onClick={(event) => {
              change(at, undefined);
              focusBeside(event.currentTarget, at);
            }}
          />
        </div>
      ))}
      <Button
        kind="quiet"
        icon="plus"
        onClick={(event) => {
          onChange(withStages(rule, [...stages, later]));
          focusBeside(event.currentTarget, stages.length);
        }}
      >
        Add stage
      </Button>
    </fieldset>
  );
}

function Schedule({ rule, fieldProps, onChange }: Pick<Options, 'rule' | 'fieldProps' | 'onChange'>) {
  return (
    <fieldset className={style.stage}>
      <legend className="hidden-text">Schedule</legend>
      {(['from', 'to'] as const).map((end) => (
        <label key={end} className={kit.named}>
          {end === 'from' ? 'From' : 'Until'}
          <Moment
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

/**
 * Returns properties of a field that commits on blur, because partial input may be invalid. Enter commits, too, as do Ctrl and ⌘, because
 * Ctrl S saves the input.
 */
function useCommitOnBlur(value: string, onCommit: (typed: string) => void) {
  const [typed, setTyped] = useState<string>();
  function commit() {
    if (typed === undefined) return;
    onCommit(typed);
    setTyped(undefined);
  }
  return {
    value: typed ?? value,
    onChange: (event: ChangeEvent<HTMLInputElement>) => setTyped(event.target.value),
    onBlur: commit,
    onKeyDown: ({ key }: KeyboardEvent) => ['Enter', 'Control', 'Meta'].includes(key) && commit(),
  };
}

/**
 * Edits a time in the user's time zone, stored in UTC. It commits on blur, because a year is incomplete while it is typed, and would re-
 * sort the stages.
 */
function Moment({
  label,
  at,
  onChange,
  ...props
}: {
  label: string;
  at: string | undefined;
  onChange: (at: string | undefined) => void;
} & ReturnType<FieldProps>) {
  const field = useCommitOnBlur(at === undefined ? '' : formatLocalInput(at), (typed) =>
    onChange(parseLocalInput(typed)),
  );
  return (
    <input
      className={`${kit.input} ${style.moment}`}
      type="datetime-local"
      aria-label={label}
      {...props}
      {...field}
    />
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

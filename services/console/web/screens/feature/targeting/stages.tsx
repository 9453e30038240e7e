import type { Rule } from '../../../api/types.ts';
import { Button, IconButton } from '../../../design/button.tsx';
import { MomentField } from '../../../design/forms/moment-field.tsx';
import type { FieldProps } from '../../../flags/condition/field-errors.ts';
import { focusBeside } from './focus-beside.ts';
import type { Stage } from '../../../flags/rollout/rollout.ts';
import { withStages } from './model.ts';
import { NumberField } from './number-field.tsx';
import { Ramp } from './ramp.tsx';
import { describeStages } from '../../../flags/rollout/rollout-words.ts';
import style from './targeting.module.css';

/** Edits the stages of a gradual rollout. The percentage rises steadily from one to the next. */
export function Stages({
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
      <legend>
        <b>Gradual rollout</b> {describeStages(stages, now)}
      </legend>
      <Ramp stages={stages} now={now} />
      {stages.map((stage, at) => (
        <div key={at} className={style.stage}>
          <span>{at === 0 ? 'Start at' : 'Rise to'}</span>
          <NumberField
            value={stage.percentage}
            label={`Percentage of stage ${at + 1}`}
            {...fieldProps(`rollout.stages[${at}].percentage`)}
            onChange={(percentage) => change(at, { ...stage, percentage })}
          />
          <span>{at === 0 ? '% on' : '% by'}</span>
          <MomentField
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

import type { OfRequest } from '../../api/queries/change-requests.ts';
import type { ChangeRequest } from '../../api/types.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { DateField } from '../../design/forms/date-field.tsx';
import { Field } from '../../design/forms/field.tsx';
import { FormDialog } from '../../design/forms/form-dialog.tsx';
import { getFieldError } from '../../design/forms/form-problem.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import kit from '../../design/kit.module.css';
import { describeSchedule } from '../../flags/change-requests/words.ts';
import { useSchedule } from './changes.ts';
import { describeRevisionChange, toApply, toScheduleValues, type ScheduleValues } from './schedule.ts';

const kinds = [
  ['by_hand', 'By hand'],
  ['when_approved', 'As soon as it is approved'],
  ['at', 'At a time'],
] as const;

/** Edits when a request is applied. Says beforehand when this makes a new revision, whose approvals are missing again. */
export function ScheduleDialog({
  target,
  request,
  etag,
  isAuthor,
  onClose,
}: {
  target: OfRequest;
  request: ChangeRequest;
  etag: string;
  isAuthor: boolean;
  onClose: () => void;
}) {
  const schedule = useSchedule(target, etag);
  const say = useToast();
  const form = useForm<ScheduleValues>(toScheduleValues(request.apply), async (values) => {
    const { body } = await schedule.mutateAsync(toApply(values, request.apply));
    onClose();
    say(`#${body.number} ${describeSchedule(body)}`);
  });
  const { kind, isLateAllowed } = form.values;
  const notice = describeRevisionChange(request, toApply(form.values, request.apply), isAuthor);
  return (
    <FormDialog
      title="Schedule"
      action="Save schedule"
      form={form}
      fields={['apply.at', 'apply.within_minutes']}
      onClose={onClose}
    >
      <fieldset className={kit.choices}>
        <legend className={kit.label}>Apply</legend>
        {kinds.map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="kind"
              checked={kind === value}
              onChange={() => form.change({ kind: value })}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {kind === 'at' && (
        <>
          <DateField
            label="Time"
            hasTime
            required
            value={form.values.local}
            wrong={getFieldError(form.error, 'apply.at')}
            onChange={(local) => form.change({ local: local ?? '' })}
          />
          <label className={kit.named}>
            <input
              type="checkbox"
              checked={isLateAllowed}
              onChange={({ target: { checked } }) => form.change({ isLateAllowed: checked })}
            />
            If approvals come later, apply it then
          </label>
          <Field
            label="At most this many minutes late"
            hint="If Bunting is down at that time, it applies the change when it is back, but not later than this."
            type="number"
            min={1}
            max={10_080}
            required
            {...form.bind('minutes', 'apply.within_minutes')}
          />
        </>
      )}
      {notice !== undefined && <p className={kit.notice}>{notice}</p>}
    </FormDialog>
  );
}

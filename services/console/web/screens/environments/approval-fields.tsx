import { Check } from '../../design/forms/check.tsx';
import { getFieldError } from '../../design/forms/form-problem.tsx';
import { Select } from '../../design/forms/select.tsx';
import kit from '../../design/kit.module.css';
import { approverLabels, exemptionLabels, type EnvironmentSettings } from './model.ts';

const counts = [0, 1, 2, 3, 4, 5];

const toOptions = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

/** Edits who approves changes of what an environment serves, and whether they need a comment. */
export function ApprovalFields({
  environment,
  isDisabled,
  error,
  onChange,
}: {
  environment: EnvironmentSettings;
  isDisabled: boolean;
  error: unknown;
  onChange: (changed: Partial<EnvironmentSettings>) => void;
}) {
  const required = environment.required_approvals;
  const wrong = getFieldError(error, 'required_approvals');
  return (
    <>
      <Select
        label="Required approvals"
        hint={
          environment.protected
            ? 'Changes to what this environment serves are proposed, and applied once other people approve them.'
            : 'Only protected environments can require approvals.'
        }
        options={counts.map((count) => ({
          value: String(count),
          label: count === 0 ? 'None' : String(count),
        }))}
        value={String(required)}
        disabled={isDisabled || !environment.protected}
        {...(wrong !== undefined && { 'aria-invalid': true })}
        onChange={(event) => onChange({ required_approvals: Number(event.target.value) })}
      />
      {wrong !== undefined && <p className={kit.wrong}>{wrong}</p>}
      {required > 0 && (
        <>
          <Select
            label="Who can approve"
            hint="Nobody approves their own changes."
            options={toOptions(approverLabels)}
            value={environment.approvers}
            disabled={isDisabled}
            onChange={(event) =>
              onChange({ approvers: event.target.value as EnvironmentSettings['approvers'] })
            }
          />
          <Select
            label="Without approval, admins and owners can"
            options={toOptions(exemptionLabels)}
            value={environment.without_approval}
            disabled={isDisabled}
            onChange={(event) =>
              onChange({ without_approval: event.target.value as EnvironmentSettings['without_approval'] })
            }
          />
        </>
      )}
      <Check
        label="Require comments"
        checked={environment.comment_required}
        disabled={isDisabled}
        onChange={(isOn) => onChange({ comment_required: isOn })}
      >
        Changes to what this environment serves need a comment that says why.
      </Check>
    </>
  );
}

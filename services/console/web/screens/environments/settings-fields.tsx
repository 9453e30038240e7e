import { useId, useState } from 'react';
import { Check } from '../../design/forms/check.tsx';
import { Field } from '../../design/forms/field.tsx';
import { getFieldError } from '../../design/forms/form-problem.tsx';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { ApprovalFields } from './approval-fields.tsx';
import { originsIn, type EnvironmentSettings } from './model.ts';

export function SettingsFields({
  environment,
  isDisabled,
  isGuarded,
  isOpened,
  error,
  onChange,
}: {
  environment: EnvironmentSettings;
  isDisabled: boolean;
  /** The environment becomes protected. */
  isGuarded: boolean;
  /** The environment loses its protection. */
  isOpened: boolean;
  error: unknown;
  onChange: (changed: Partial<EnvironmentSettings>) => void;
}) {
  const check = (key: 'require_signed_users' | 'datafile_personal_data') => ({
    checked: environment[key],
    disabled: isDisabled,
    onChange: (isOn: boolean) => onChange({ [key]: isOn }),
  });
  return (
    <div className={kit.narrowForm}>
      <Field
        label="Name"
        value={environment.name}
        required
        maxLength={200}
        disabled={isDisabled}
        wrong={getFieldError(error, 'name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Check
        label="Protected"
        checked={environment.protected}
        disabled={isDisabled}
        onChange={(isOn) => onChange({ protected: isOn, ...(!isOn && { required_approvals: 0 }) })}
      >
        Only admins and owners can make changes, and review each one before saving.
      </Check>
      {(isGuarded || isOpened) && (
        <p className={kit.protected}>
          <Icon name="lock" />
          {isGuarded
            ? 'After saving, members can no longer change targeting, defaults and overrides here.'
            : 'After saving, every member can make changes here.'}
        </p>
      )}
      <ApprovalFields {...{ environment, isDisabled, error, onChange }} />
      <Origins
        origins={environment.allowed_origins}
        isDisabled={isDisabled}
        error={error}
        onChange={(origins) => onChange({ allowed_origins: origins })}
      />
      <Check {...check('require_signed_users')} label="Require signed users">
        Requests with a client key must be signed, so users can’t impersonate each other. Create a signing
        secret first.
      </Check>
      <Check {...check('datafile_personal_data')} label="Include personal data in datafiles">
        Otherwise datafiles have no overrides and nothing that names users, and SDKs ask the service for such
        features.
      </Check>
    </div>
  );
}

/** Origins, one per line. The text stays as typed while the field has the focus. */
function Origins({
  origins,
  isDisabled,
  error,
  onChange,
}: {
  origins: readonly string[];
  isDisabled: boolean;
  error: unknown;
  onChange: (origins: string[]) => void;
}) {
  const id = useId();
  const [text, setText] = useState(origins.join('\n'));
  const isSame = originsIn(text).join(' ') === origins.join(' ');
  const wrong = getFieldError(error, 'allowed_origins') ?? getFieldError(error, 'allowed_origins[0]');
  return (
    <div className={kit.field}>
      <label className={kit.label} htmlFor={id}>
        Allowed origins
      </label>
      <textarea
        id={id}
        className={kit.input}
        rows={3}
        maxLength={20_000}
        disabled={isDisabled}
        value={isSame ? text : origins.join('\n')}
        aria-describedby={`${id}-hint`}
        aria-invalid={wrong !== undefined}
        onChange={(event) => {
          setText(event.target.value);
          onChange(originsIn(event.target.value));
        }}
      />
      <p id={`${id}-hint`} className={wrong === undefined ? kit.hint : kit.wrong}>
        {wrong ??
          'Web pages that can use client keys, one origin per line: https://shop.example, https://*.shop.example, or * for any origin.'}
      </p>
    </div>
  );
}

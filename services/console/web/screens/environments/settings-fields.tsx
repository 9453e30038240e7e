import { useId, useState, type ReactNode } from 'react';
import { Field } from '../../design/forms/field.tsx';
import { wrongOf } from '../../design/forms/form-problem.tsx';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
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
  /** It becomes protected. */
  isGuarded: boolean;
  /** It is protected no longer. */
  isOpened: boolean;
  error: unknown;
  onChange: (changed: Partial<EnvironmentSettings>) => void;
}) {
  const check = (key: 'protected' | 'require_signed_users' | 'datafile_personal_data') => ({
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
        wrong={wrongOf(error, 'name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Check {...check('protected')} label="Protected">
        Only admins and owners change what is served here, and each change is reviewed before it is saved.
      </Check>
      {(isGuarded || isOpened) && (
        <p className={kit.protected}>
          <Icon name="lock" />
          {isGuarded
            ? 'Once this is saved, members change nothing here any more: targeting, defaults and overrides are for admins and owners.'
            : 'Once this is saved, every member changes what is served here.'}
        </p>
      )}
      <Origins
        origins={environment.allowed_origins}
        isDisabled={isDisabled}
        error={error}
        onChange={(origins) => onChange({ allowed_origins: origins })}
      />
      <Check {...check('require_signed_users')} label="Users of client keys are signed">
        Requests with a client key carry a signature of their user, so that nobody is somebody else. Make the
        signing secret first.
      </Check>
      <Check {...check('datafile_personal_data')} label="Datafiles name users">
        Otherwise datafiles have no overrides and nothing that names users, and SDKs ask the service for such
        features.
      </Check>
    </div>
  );
}

function Check({
  label,
  checked,
  disabled,
  onChange,
  children,
}: {
  label: string;
  checked: boolean;
  disabled: boolean;
  onChange: (isOn: boolean) => void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <label className={kit.named}>
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <b>{label}</b>
      </label>
      <p id={id} className={kit.hint}>
        {children}
      </p>
    </div>
  );
}

/** One origin a line. What is written stays as it is while it is written. */
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
  const wrong = wrongOf(error, 'allowed_origins') ?? wrongOf(error, 'allowed_origins[0]');
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
          'Whose pages may use client keys, one a line: https://shop.example, https://*.shop.example, or * for every site.'}
      </p>
    </div>
  );
}

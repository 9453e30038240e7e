import { useState } from 'react';
import { Field } from '../../design/forms/field.tsx';

/** A password, with a hint when Caps Lock is on. */
export function PasswordField({
  label = 'Password',
  name = 'password',
  isNew = false,
}: {
  label?: string;
  name?: string;
  isNew?: boolean;
}) {
  const [hasCapsLock, setCapsLock] = useState(false);
  const hint = isNew ? 'At least 12 characters.' : undefined;
  return (
    <Field
      label={label}
      name={name}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      minLength={isNew ? 12 : undefined}
      maxLength={256}
      onKeyUp={(event) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)}
      hint={hasCapsLock ? 'Caps Lock is on.' : hint}
    />
  );
}

import { useState } from 'react';
import { Field } from '../../design/forms/field.tsx';

/** A password field that warns about Caps Lock. */
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

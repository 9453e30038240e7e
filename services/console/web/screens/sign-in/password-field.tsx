import { useState } from 'react';
import type { BoundField } from '../../design/forms/use-form.ts';
import { Field } from '../../design/forms/field.tsx';

/** Renders a password field that warns about Caps Lock. */
export function PasswordField({
  label = 'Password',
  isNew = false,
  ...rest
}: {
  label?: string;
  isNew?: boolean;
} & BoundField) {
  const [hasCapsLock, setCapsLock] = useState(false);
  const hint = isNew ? 'At least 12 characters.' : undefined;
  return (
    <Field
      label={label}
      type="password"
      autoComplete={isNew ? 'new-password' : 'current-password'}
      required
      minLength={isNew ? 12 : undefined}
      maxLength={256}
      onKeyUp={(event) => setCapsLock(event.getModifierState?.('CapsLock') ?? false)}
      hint={hasCapsLock ? 'Caps Lock is on.' : hint}
      {...rest}
    />
  );
}

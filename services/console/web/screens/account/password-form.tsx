import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asApiError } from '../../api/api-error.ts';
import { readBody, settings } from '../../api/client.ts';
import { Button } from '../../design/button.tsx';
import { Field, typedIn } from '../../design/forms/field.tsx';
import kit from '../../design/kit.module.css';
import { useToast } from '../../design/floating/toast.tsx';
import { useAttempt } from '../../design/hooks/use-attempt.ts';
import { NotChanged } from './not-changed.tsx';
import { ownSessionsQuery } from '../../api/queries/account.ts';
import { Form } from '../../design/forms/form.tsx';

/** Changes the password, and ends all other sessions. */
export function PasswordForm({ email }: { email: string }) {
  const client = useQueryClient();
  const say = useToast();
  const [round, setRound] = useState(0);
  const { submit, refused, isBlocked, labelOf } = useAttempt(async (form) => {
    const body = { current_password: typedIn(form, 'current'), new_password: typedIn(form, 'new') };
    await readBody(settings.POST('/settings/v1/account/password', { body }));
    setRound(round + 1);
    say('Password changed. You are signed out everywhere else.');
    await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  });
  const isWrong = asApiError(refused)?.code === 'wrong_password';
  return (
    // Clears the fields.
    <Form className={kit.narrowForm} onSubmit={submit} key={round}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field
        label="Current password"
        name="current"
        type="password"
        autoComplete="current-password"
        required
        maxLength={256}
        wrong={isWrong ? refused?.message : undefined}
      />
      <Field
        label="New password"
        name="new"
        type="password"
        autoComplete="new-password"
        required
        minLength={12}
        maxLength={256}
        hint="At least 12 characters. You’ll be signed out everywhere else."
      />
      {!isWrong && <NotChanged refused={refused} />}
      <Button type="submit" disabled={isBlocked}>
        {labelOf('Change password')}
      </Button>
    </Form>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { asApiError } from '../../api/api-error.ts';
import { readBody, settings } from '../../api/client.ts';
import { Field } from '../../design/forms/field.tsx';
import kit from '../../design/kit.module.css';
import { useToast } from '../../design/floating/toast.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import { SendButton } from '../../design/forms/send-button.tsx';
import { NotChanged } from './not-changed.tsx';
import { ownSessionsQuery } from '../../api/queries/account.ts';
import { Form } from '../../design/forms/form.tsx';

/** Changes the password, and ends all other sessions. */
export function PasswordForm({ email }: { email: string }) {
  const client = useQueryClient();
  const say = useToast();
  const form = useForm({ current: '', new: '' }, async ({ current, new: chosen }, clear) => {
    const body = { current_password: current, new_password: chosen };
    await readBody(settings.POST('/settings/v1/account/password', { body }));
    clear();
    say('Password changed. You are signed out everywhere else.');
    await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
  });
  const isWrong = asApiError(form.error)?.code === 'wrong_password';
  return (
    <Form className={kit.narrowForm} onSubmit={form.submit}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <Field
        label="Current password"
        {...form.bind('current')}
        type="password"
        autoComplete="current-password"
        required
        maxLength={256}
        wrong={isWrong ? form.error?.message : undefined}
      />
      <Field
        label="New password"
        {...form.bind('new')}
        type="password"
        autoComplete="new-password"
        required
        minLength={12}
        maxLength={256}
        hint="At least 12 characters. You’ll be signed out everywhere else."
      />
      {!isWrong && <NotChanged refused={form.error} />}
      <SendButton problem={form.error} disabled={form.isPending}>
        Change password
      </SendButton>
    </Form>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { anonymous, readBody } from '../../api/client.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { AuthLayout } from '../../design/auth-layout.tsx';
import style from '../../design/auth-layout.module.css';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { Time } from '../../design/time.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import { SendButton } from '../../design/forms/send-button.tsx';
import { PasswordField } from './password-field.tsx';
import { passwordResetQuery } from '../../api/queries/sign-in.ts';
import { Refusal } from './refusal.tsx';
import { Form } from '../../design/forms/form.tsx';

export function PasswordResetPage() {
  const { token } = useParams({ from: '/password-resets/$token' });
  const query = useQuery(passwordResetQuery(token));
  const [isDone, setDone] = useState(false);
  return (
    <AuthLayout title="Choose a new password" documentTitle="New password">
      {isDone ? (
        <>
          <p role="status">Password changed. You are signed out everywhere.</p>
          <Link className={kit.button} data-kind="main" to={paths.signIn}>
            Sign in
          </Link>
        </>
      ) : (
        <QueryBoundary
          of={query}
          height={160}
          isEmpty={(reset) => reset === null}
          empty={
            <p>
              This link is invalid, already used or expired. Links are valid for one hour. Ask your
              administrator for a new one.
            </p>
          }
        >
          {(reset) =>
            reset !== null && <ResetForm token={token} reset={reset} onDone={() => setDone(true)} />
          }
        </QueryBoundary>
      )}
    </AuthLayout>
  );
}

function ResetForm({
  token,
  reset: { email, expires_at: expiresAt },
  onDone,
}: {
  token: string;
  reset: { email: string; expires_at: string };
  onDone: () => void;
}) {
  const form = useForm({ password: '' }, async (body) => {
    await readBody(
      anonymous.POST('/settings/v1/password-resets/{token}', { params: { path: { token } }, body }),
    );
    onDone();
  });
  return (
    <Form className={style.form} onSubmit={form.submit}>
      <p>
        For <b>{email}</b>. The link expires <Time at={expiresAt} />.
      </p>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField isNew label="New password" {...form.bind('password')} />
      <Refusal of={form.error} what="This" />
      <SendButton problem={form.error} kind="main" disabled={form.isPending}>
        Change password
      </SendButton>
    </Form>
  );
}

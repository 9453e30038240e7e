import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { base } from '../../api/base.ts';
import { anonymous, readBody } from '../../api/client.ts';
import { sessionOptionsQuery, sessionQuery } from '../../api/queries/project.ts';
import { AuthLayout } from '../../design/auth-layout.tsx';
import style from '../../design/auth-layout.module.css';
import { Field } from '../../design/forms/field.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { useForm } from '../../design/forms/use-form.ts';
import { SendButton } from '../../design/forms/send-button.tsx';
import { askWhom, problemSentence, safeReturn } from './model.ts';
import { PasswordField } from './password-field.tsx';
import { Refusal } from './refusal.tsx';
import { Form } from '../../design/forms/form.tsx';

export function SignInPage() {
  const { return_to: returnTo, problem } = useSearch({ from: '/sign-in' });
  const { data: options } = useQuery(sessionOptionsQuery);
  return (
    <AuthLayout title="Sign in to Bunting" documentTitle="Sign in">
      {problem !== undefined && (
        <p className={kit.wrong} role="alert">
          {problemSentence(problem)}
        </p>
      )}
      <PasswordForm returnTo={safeReturn(returnTo)} />
      {options?.oidc && (
        <a
          className={kit.button}
          href={`${base}/settings/v1/session/oidc?return_to=${encodeURIComponent(base + safeReturn(returnTo))}`}
        >
          Continue with {options.oidc.name}
        </a>
      )}
      {options?.sign_up === 'open' && (
        <p>
          New here? <Link to={paths.signUp}>Create an account</Link>
        </p>
      )}
      <p className={kit.hint}>
        {options && options.sign_up !== 'open' && `${askWhom[options.sign_up]} `}
        Forgot your password? Ask your administrator for a reset link.
      </p>
    </AuthLayout>
  );
}

function PasswordForm({ returnTo }: { returnTo: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const form = useForm({ email: '', password: '' }, async (body) => {
    const session = await readBody(anonymous.POST('/settings/v1/session', { body }));
    client.setQueryData(sessionQuery.queryKey, session);
    router.history.push(base + returnTo);
  });
  return (
    <Form className={style.form} onSubmit={form.submit}>
      <Field
        label="E-mail address"
        {...form.bind('email')}
        type="email"
        autoComplete="username"
        required
        maxLength={320}
      />
      <PasswordField {...form.bind('password')} />
      <Refusal of={form.error} what="Your password" />
      <SendButton problem={form.error} kind="main" disabled={form.isPending}>
        Sign in
      </SendButton>
    </Form>
  );
}

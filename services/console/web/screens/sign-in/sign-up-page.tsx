import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { anonymous, readBody } from '../../api/client.ts';
import { sessionOptionsQuery, sessionQuery } from '../../api/queries/project.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { AuthLayout } from '../../design/auth-layout.tsx';
import style from '../../design/auth-layout.module.css';
import { Field } from '../../design/forms/field.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { useForm } from '../../design/forms/use-form.ts';
import { SendButton } from '../../design/forms/send-button.tsx';
import { PasswordField } from './password-field.tsx';
import { Refusal } from './refusal.tsx';
import { Form } from '../../design/forms/form.tsx';

const closed = {
  invited: 'You need an invitation to sign up. Ask an admin of your organisation for a link.',
  closed: 'Sign-up is off. Ask your administrator for an account.',
} as const;

export function SignUpPage() {
  const query = useQuery(sessionOptionsQuery);
  return (
    <AuthLayout title="Create your account" documentTitle="Sign up">
      <QueryBoundary of={query} height={240}>
        {({ sign_up: policy }) => (policy === 'open' ? <SignUpForm /> : <p>{closed[policy]}</p>)}
      </QueryBoundary>
      <p className={kit.hint}>
        Already have an account? <Link to={paths.signIn}>Sign in</Link>
      </p>
    </AuthLayout>
  );
}

function SignUpForm() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ name: '', email: '', password: '' }, async (body) => {
    const session = await readBody(anonymous.POST('/settings/v1/accounts', { body }));
    client.setQueryData(sessionQuery.queryKey, session);
    await navigate({ to: '/' });
  });
  return (
    <Form className={style.form} onSubmit={form.submit}>
      <Field label="Your name" {...form.bind('name')} autoComplete="name" required maxLength={200} />
      <Field
        label="E-mail address"
        {...form.bind('email')}
        type="email"
        autoComplete="username"
        required
        maxLength={254}
      />
      <PasswordField isNew {...form.bind('password')} />
      <Refusal of={form.error} what="This" />
      <SendButton problem={form.error} kind="main" disabled={form.isPending}>
        Create account
      </SendButton>
    </Form>
  );
}

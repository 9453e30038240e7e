import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { anonymous, readBody } from '../../api/client.ts';
import { projectsQuery, sessionQuery } from '../../api/queries/project.ts';
import type { Session } from '../../api/types.ts';
import { clearAccountStorage, listUnsaved } from '../../editing/account-storage.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { AuthLayout } from '../../design/auth-layout.tsx';
import style from '../../design/auth-layout.module.css';
import { Field } from '../../design/forms/field.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { Time } from '../../design/time.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import { SendButton } from '../../design/forms/send-button.tsx';
import { PasswordField } from './password-field.tsx';
import { invitationQuery } from '../../api/queries/sign-in.ts';
import { Refusal } from './refusal.tsx';
import { Form } from '../../design/forms/form.tsx';

/** Shows who invites the reader, and lets them join. */
export function InvitationPage() {
  const { token } = useParams({ from: '/invitations/$token' });
  const query = useQuery(invitationQuery(token));
  const session = useQuery(sessionQuery);
  const isKnown = session.data !== undefined || session.error !== null;
  return (
    <AuthLayout
      title={query.data ? `Join ${query.data.organisation.name}` : 'Invitation'}
      documentTitle="Invitation"
    >
      <QueryBoundary
        of={query}
        height={240}
        isEmpty={(invitation) => invitation === null}
        empty={<Ended isSignedIn={session.data !== undefined} />}
      >
        {(invitation) =>
          invitation !== null && (
            <>
              <p>
                {invitation.invited_by === null ? (
                  'Your administrator invites you'
                ) : (
                  <>
                    <b>{invitation.invited_by}</b> invites you
                  </>
                )}{' '}
                to {invitation.organisation.name} as {article(invitation.role)} <b>{invitation.role}</b>. The
                invitation is for <b>{invitation.email}</b> and expires <Time at={invitation.expires_at} />.
              </p>
              {isKnown && <WayIn token={token} invitation={invitation} session={session.data} />}
            </>
          )
        }
      </QueryBoundary>
    </AuthLayout>
  );
}

type Invitation = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof invitationQuery>['queryFn']>>>
>;

const article = (role: string) => (/^[aeiou]/.test(role) ? 'an' : 'a');

function Ended({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <>
      <p>
        This invitation is invalid, already used, withdrawn or expired. Ask an admin of the organisation for a
        new one.
      </p>
      <p className={kit.hint}>
        Already a member?{' '}
        {isSignedIn ? <Link to="/">Open Bunting</Link> : <Link to={paths.signIn}>Sign in</Link>}
      </p>
    </>
  );
}

interface Opened {
  readonly token: string;
  readonly invitation: Invitation;
  readonly session: Session | undefined;
}

function WayIn({ token, invitation, session }: Opened) {
  const { email, has_account: hasAccount } = invitation;
  const own = session?.account?.email;
  if (own !== undefined && own !== email) return <AnotherAccount own={own} email={email} />;
  if (own === undefined && hasAccount) {
    return (
      <>
        <p>You already have an account with this address. Sign in to accept the invitation.</p>
        <Link
          className={kit.button}
          data-kind="main"
          to={paths.signIn}
          search={{ return_to: `/invitations/${token}` }}
        >
          Sign in
        </Link>
      </>
    );
  }
  return <AcceptForm token={token} invitation={invitation} isNew={own === undefined} />;
}

function AnotherAccount({ own, email }: { own: string; email: string }) {
  const client = useQueryClient();
  const unsaved = listUnsaved(own);
  const form = useForm({}, async () => {
    await readBody(anonymous.DELETE('/settings/v1/session'));
    clearAccountStorage(own);
    await client.resetQueries({ queryKey: sessionQuery.queryKey });
  });
  return (
    <Form className={style.form} onSubmit={form.submit}>
      <p className={kit.notice}>
        <span>
          This invitation is for {email}. You are signed in as {own}.
          {unsaved.length > 0 && ` Signing out discards your unsaved changes: ${unsaved.join(', ')}.`}
        </span>
      </p>
      <Refusal of={form.error} what="This" />
      <SendButton problem={form.error} kind="main" disabled={form.isPending}>
        Sign out {own}
      </SendButton>
    </Form>
  );
}

/** Returns the path of the first project, or of the organisation if there is none or the projects cannot be read. */
async function firstPageOf(client: QueryClient, org: string) {
  const projects = await client.ensureQueryData(projectsQuery(org)).catch(() => undefined);
  const project = projects?.items[0]?.slug;
  if (project === undefined) return { to: paths.organisation, params: { org } };
  return { to: paths.features, params: { org, project } };
}

/** Shows one button to people with an account, and name and password to everyone else. */
function AcceptForm({
  token,
  invitation: { organisation, email },
  isNew,
}: {
  token: string;
  invitation: Invitation;
  isNew: boolean;
}) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const form = useForm({ name: '', password: '' }, async (values) => {
    const body = isNew ? values : {};
    const session = await readBody(
      anonymous.POST('/settings/v1/invitations/{token}', { params: { path: { token } }, body }),
    );
    client.clear();
    client.setQueryData(sessionQuery.queryKey, session);
    await navigate(await firstPageOf(client, organisation.slug));
  });
  return (
    <Form className={style.form} onSubmit={form.submit}>
      {isNew && (
        <>
          <Field label="Your name" {...form.bind('name')} autoComplete="name" required maxLength={200} />
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PasswordField isNew label="Password" {...form.bind('password')} />
        </>
      )}
      <Refusal of={form.error} what="This" />
      <SendButton problem={form.error} kind="main" disabled={form.isPending}>
        Join {organisation.name}
      </SendButton>
    </Form>
  );
}

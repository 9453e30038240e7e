import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readBody, settings } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries/project.ts';
import type { Session } from '../../api/types.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import { Field, typedIn } from '../../design/forms/field.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { Section } from '../../design/section.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { useAttempt } from '../../design/hooks/use-attempt.ts';
import { OwnOrganisations } from './own-organisations.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { PasswordForm } from './password-form.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { NotChanged } from './not-changed.tsx';
import { Form } from '../../design/forms/form.tsx';

export function AccountPage() {
  const query = useQuery(sessionQuery);
  return (
    <Page title="Your account" documentTitle="Account" below={query.data?.account?.email}>
      <QueryBoundary of={query} height={400}>
        {({ account, organisations }) => account && <Parts account={account} organisations={organisations} />}
      </QueryBoundary>
    </Page>
  );
}

function Parts({
  account,
  organisations,
}: {
  account: NonNullable<Session['account']>;
  organisations: Session['organisations'];
}) {
  return (
    <>
      <Section title="Name">
        <NameForm name={account.name} />
      </Section>
      <Section title="Password">
        {account.has_password ? (
          <PasswordForm email={account.email} />
        ) : (
          <p className={kit.hint}>You sign in at the OpenID Connect provider, and have no password here.</p>
        )}
      </Section>
      <Section title="Sessions">
        <OwnSessions />
      </Section>
      <Section title="Display">
        <PreferencesForm />
      </Section>
      <Section title="Organisations">
        <OwnOrganisations organisations={organisations} email={account.email} />
      </Section>
    </>
  );
}

function NameForm({ name }: { name: string }) {
  const client = useQueryClient();
  const say = useToast();
  const { submit, refused, isBlocked, labelOf } = useAttempt(async (form) => {
    const body = { name: typedIn(form, 'name') };
    client.setQueryData(
      sessionQuery.queryKey,
      await readBody(settings.PATCH('/settings/v1/account', { body })),
    );
    say(`Changed your name to “${body.name}”`);
  });
  return (
    <Form className={kit.narrowForm} onSubmit={submit}>
      <Field label="Your name" name="name" autoComplete="name" defaultValue={name} required maxLength={200} />
      <NotChanged refused={refused} />
      <Button type="submit" disabled={isBlocked}>
        {labelOf('Save name')}
      </Button>
    </Form>
  );
}

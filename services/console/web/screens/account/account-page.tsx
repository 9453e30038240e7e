import { useQuery, useQueryClient } from '@tanstack/react-query';
import { readBody, settings } from '../../api/client.ts';
import { sessionQuery } from '../../api/queries/project.ts';
import type { Session } from '../../api/types.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Field } from '../../design/forms/field.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { Section } from '../../design/section.tsx';
import { useToast } from '../../design/floating/toast.tsx';
import { useForm } from '../../design/forms/use-form.ts';
import { SendButton } from '../../design/forms/send-button.tsx';
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
  const form = useForm({ name }, async (body) => {
    client.setQueryData(
      sessionQuery.queryKey,
      await readBody(settings.PATCH('/settings/v1/account', { body })),
    );
    say(`Changed your name to “${body.name}”`);
  });
  return (
    <Form className={kit.narrowForm} onSubmit={form.submit}>
      <Field label="Your name" autoComplete="name" {...form.bind('name')} required maxLength={200} />
      <NotChanged refused={form.error} />
      <SendButton problem={form.error} disabled={form.isPending}>
        Save name
      </SendButton>
    </Form>
  );
}

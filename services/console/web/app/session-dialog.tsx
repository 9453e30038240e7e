import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { base } from '../api/base.ts';
import { anonymous, readBody } from '../api/client.ts';
import { sessionOptionsQuery, sessionQuery } from '../api/queries/project.ts';
import { areRequestsWaiting, onWaitingChange, continueRequests } from '../api/session/renewed-session.ts';
import type { Session } from '../api/types.ts';
import { Dialog } from '../design/floating/dialog.tsx';
import { Field } from '../design/forms/field.tsx';
import kit from '../design/kit.module.css';
import { paths } from '../page/paths.ts';
import { useForm } from '../design/forms/use-form.ts';
import { SendButton } from '../design/forms/send-button.tsx';
import { Form } from '../design/forms/form.tsx';

/** Stands over the page when the session has ended. Nothing of the page is lost; what was under way goes on. */
export function SessionDialog({ email }: { email: string | undefined }) {
  const isOpen = useSyncExternalStore(onWaitingChange, areRequestsWaiting);
  return (
    <Dialog isOpen={isOpen} isOverOthers title="Your session has ended">
      <SignIn email={email} />
    </Dialog>
  );
}

function SignIn({ email }: { email: string | undefined }) {
  const client = useQueryClient();
  const { data: options } = useQuery(sessionOptionsQuery);
  function goOn(session: Session) {
    // Another person must not go on with what this one has read.
    if (email !== undefined && session.account?.email !== email) location.reload();
    else {
      client.setQueryData(sessionQuery.queryKey, session);
      continueRequests();
    }
  }
  const form = useForm({ email: email ?? '', password: '' }, async (body) => {
    goOn(await readBody(anonymous.POST('/settings/v1/session', { body })));
  });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // It says why. The button that had the focus could not be pressed meanwhile, and lost it.
    if (form.error) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [form.error]);
  /** In another tab, by a password or the provider. */
  const look = useEffectEvent(async () => {
    const { signed_in: isSignedIn } = await readBody(anonymous.GET('/settings/v1/session/options'));
    if (isSignedIn) goOn(await readBody(anonymous.GET('/settings/v1/session')));
  });
  useEffect(() => {
    const follow = () => void look().catch(() => undefined);
    addEventListener('focus', follow);
    return () => removeEventListener('focus', follow);
  }, []);
  return (
    <>
      <p className={kit.hint}>
        Sign in again: everything on this page stays, and what was under way goes on.
      </p>
      <Form ref={element} className={kit.field} onSubmit={form.submit}>
        <Field label="E-mail address" {...form.bind('email')} type="email" autoComplete="username" required />
        <Field
          label="Password"
          {...form.bind('password')}
          type="password"
          autoComplete="current-password"
          autoFocus={email !== undefined}
          wrong={form.error?.message}
          required
        />
        <div className={kit.actions}>
          {options?.oidc && (
            <a
              className={kit.button}
              href={`${base}/settings/v1/session/oidc?return_to=${encodeURIComponent(base + paths.account)}`}
              target="_blank"
              rel="noreferrer"
            >
              Continue with {options.oidc.name} in another tab
            </a>
          )}
          <SendButton problem={form.error} kind="main" disabled={form.isPending}>
            Sign in
          </SendButton>
        </div>
      </Form>
    </>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore, type FormEvent } from 'react';
import { anonymous, bodyOf } from '../api/client.ts';
import { sessionQuery } from '../api/queries.ts';
import { areRequestsWaiting, onWaitingChange, continueRequests } from '../api/renewed-session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field, typedIn } from '../ui/field.tsx';
import kit from '../ui/kit.module.css';

/** Stands over the page when the session has ended. Nothing of the page is lost; what was under way goes on. */
export function SessionDialog({ email }: { email: string | undefined }) {
  const isOpen = useSyncExternalStore(onWaitingChange, areRequestsWaiting);
  const client = useQueryClient();
  const [wrong, setWrong] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { email: typedIn(form, 'email'), password: typedIn(form, 'password') };
    setBusy(true);
    try {
      const session = await bodyOf(anonymous.POST('/settings/v1/session', { body }));
      // Another person must not go on with what this one has read.
      if (email !== undefined && session.account?.email !== email) location.reload();
      else {
        client.setQueryData(sessionQuery.queryKey, session);
        setWrong(undefined);
        continueRequests();
      }
    } catch (error) {
      setWrong((error as Error).message);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog isOpen={isOpen} isOverOthers title="Your session has ended">
      <p className={kit.hint}>
        Sign in again: everything on this page stays, and what was under way goes on.
      </p>
      <form className={kit.field} onSubmit={(event) => void signIn(event)}>
        <Field
          label="E-mail address"
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={email}
          required
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          wrong={wrong}
          required
        />
        <div className={kit.actions}>
          <Button kind="main" type="submit" disabled={isBusy}>
            Sign in
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

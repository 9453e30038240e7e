import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent, type KeyboardEvent } from 'react';
import { base } from '../api/base.ts';
import { anonymous, bodyOf } from '../api/client.ts';
import type { Problem } from '../api/problem.ts';
import { sessionOptionsQuery, sessionQuery } from '../api/queries.ts';
import { Button } from '../ui/button.tsx';
import { Field, typedIn } from '../ui/field.tsx';
import kit from '../ui/kit.module.css';
import { safeReturn } from './model.ts';
import style from './sign-in.module.css';

export function SignInPage() {
  const { return_to: returnTo, problem } = useSearch({ from: '/sign-in' });
  const { data: options } = useQuery(sessionOptionsQuery);
  useEffect(() => {
    document.title = 'Sign in · Bunting';
  }, []);
  return (
    <main className={style.page}>
      <div className={style.box}>
        <Bunting />
        <h1>Sign in to Bunting</h1>
        {problem !== undefined && (
          <p className={kit.wrong} role="alert">
            Signing in at the provider did not succeed ({problem}). Try again, or ask the people who run this
            installation.
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
        <p className={kit.hint}>
          {options?.sign_up === 'closed'
            ? 'Accounts are made by the people who run this installation.'
            : 'No account, or a lost password? Ask an admin of your organisation for an invitation, or the people who run this installation.'}
        </p>
      </div>
    </main>
  );
}

function PasswordForm({ returnTo }: { returnTo: string }) {
  const client = useQueryClient();
  const router = useRouter();
  const [wrong, setWrong] = useState<string>();
  const [waits, setWaits] = useState(0);
  const [hasCapsLock, setCapsLock] = useState(false);
  const [isBusy, setBusy] = useState(false);
  useCountdown(waits, setWaits);

  async function signIn(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const body = { email: typedIn(form, 'email'), password: typedIn(form, 'password') };
    setBusy(true);
    try {
      client.setQueryData(
        sessionQuery.queryKey,
        await bodyOf(anonymous.POST('/settings/v1/session', { body })),
      );
      router.history.push(base + returnTo);
    } catch (error) {
      const { message, retryAfter = 0 } = error as Problem;
      setWrong(message);
      setWaits(retryAfter);
    } finally {
      setBusy(false);
    }
  }
  const seeCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState?.('CapsLock') ?? false);

  return (
    <form className={style.form} onSubmit={(event) => void signIn(event)}>
      <Field
        label="E-mail address"
        name="email"
        type="email"
        autoComplete="username"
        required
        maxLength={320}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        maxLength={256}
        onKeyUp={seeCapsLock}
        hint={hasCapsLock ? 'Caps Lock is on.' : undefined}
      />
      {wrong !== undefined && (
        <p className={kit.wrong} role="alert">
          {wrong}
        </p>
      )}
      <Button kind="main" type="submit" disabled={isBusy || waits > 0}>
        {waits > 0 ? `Again in ${waits} s` : 'Sign in'}
      </Button>
    </form>
  );
}

/** Counts seconds down to 0. */
function useCountdown(seconds: number, set: (seconds: number) => void): void {
  useEffect(() => {
    if (seconds <= 0) return undefined;
    const timer = setTimeout(() => set(seconds - 1), 1_000);
    return () => clearTimeout(timer);
  }, [seconds, set]);
}

function Bunting() {
  return (
    <svg width="150" height="42" viewBox="0 0 150 42" aria-hidden="true">
      <path d="M2 4c40 14 106 14 146 0" fill="none" stroke="var(--edge)" strokeWidth="1.5" />
      {[1, 2, 3, 4, 5].map((place) => {
        const x = 3 + (place - 1) * 29;
        const y = [9, 12, 14, 12, 9][place - 1]!;
        return <path key={place} d={`M${x + 4} ${y - 2}h20l-10 24z`} fill={`var(--v${place})`} />;
      })}
    </svg>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ContextType } from 'react';
import { documentation } from '../api/base.ts';
import { sessionQuery } from '../api/queries/project.ts';
import type { Session } from '../api/types.ts';
import { listUnsaved } from '../editing/account-storage.ts';
import { IconButton, Keys } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import { Menu } from '../design/floating/menu.tsx';
import { paths } from '../page/paths.ts';
import { MissingContext } from '../design/missing.ts';
import { prefer, usePreferences } from '../design/preferences.ts';
import style from './frame.module.css';
import { Navigation, NavigationMenu } from './navigation.tsx';
import { RoleChange } from './role-change.tsx';
import { SessionDialog } from './session-dialog.tsx';
import { useLive } from './use-live.ts';
import { useShortcuts } from './shortcuts.ts';
import { useSignOut } from './sign-out.ts';
import { Switcher } from './switcher.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

const StatusLine = lazy(async () => ({ default: (await import('./status-line.tsx')).StatusLine }));
const SignOutDialog = lazy(async () => ({ default: (await import('./sign-out-dialog.tsx')).SignOutDialog }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));

const Missing = lazy(async () => ({ default: (await import('./missing.tsx')).Missing }));
const drawMissing: ContextType<typeof MissingContext> = (problem) => (
  <Suspense>
    <Missing error={problem} />
  </Suspense>
);

/** Renders the header, the navigation and the dialogs around every screen. */
export function Frame() {
  const [open, setOpen] = useState<'palette' | 'keys' | undefined>();
  const { org: ofPath, project: named }: { org?: string; project?: string } = useParams({ strict: false });
  const { lastProject } = usePreferences();
  const { data: session } = useQuery(sessionQuery);
  // Pages without an organisation link back to the last one.
  const org = ofPath ?? session?.organisations.find(({ slug }) => slug === lastProject?.org)?.slug;
  // Pages of an organisation link back to the last project.
  const project = named ?? (lastProject?.org === org ? lastProject?.project : undefined);
  const params = { ...(org !== undefined && { org }), ...(project !== undefined && { project }) };
  useShortcuts(params, setOpen);
  useLive(org);
  const close = () => setOpen(undefined);
  return (
    <>
      <a className={style.skip} href="#main">
        Skip to content
      </a>
      <header className={style.top}>
        <NavigationMenu {...params} />
        <Link to="/" className={style.brand} aria-label="Bunting, start">
          <Mark />
          <span>Bunting</span>
        </Link>
        <Switcher {...params} />
        <button type="button" className={style.go} onClick={() => setOpen('palette')}>
          <Icon name="search" />
          <span>Go to…</span>
          <Keys>Ctrl K</Keys>
        </button>
        <ThemeButton />
        <AccountMenu session={session} />
      </header>
      <Navigation {...params} />
      <main id="main" className={style.main} tabIndex={-1}>
        {org !== undefined && (
          <Suspense>
            <StatusLine org={org} />
          </Suspense>
        )}
        <MissingContext value={drawMissing}>
          <RoleChange org={org} session={session} />
          <Outlet />
        </MissingContext>
      </main>
      {open === 'palette' && params.org !== undefined && (
        <Suspense>
          <Palette {...params} org={params.org} onClose={close} />
        </Suspense>
      )}
      {open === 'keys' && (
        <Suspense>
          <KeysDialog {...params} onClose={close} />
        </Suspense>
      )}
      <SessionDialog email={session?.account?.email} />
    </>
  );
}

function Mark() {
  return (
    <svg width="30" height="18" viewBox="0 0 30 18" aria-hidden="true">
      <path d="M1 3c8 4 20 4 28 0" fill="none" stroke="var(--edge)" strokeWidth="1.5" />
      <path d="M4 5l6 1.300-3.500 7z" fill="var(--v1)" />
      <path d="M12 6.300h6l-3 8z" fill="var(--v2)" />
      <path d="M20 6.200l6-1.300-2.500 8z" fill="var(--v3)" />
    </svg>
  );
}

const themes = ['system', 'light', 'dark'] as const;

function ThemeButton() {
  const { theme } = usePreferences();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  return (
    <IconButton
      icon="sun"
      label={`Theme: ${theme}. Switch to ${next}`}
      onClick={() => prefer({ theme: next })}
    />
  );
}

function AccountMenu({ session }: { session: Session | undefined }) {
  const account = session?.account;
  const signOut = useSignOut(account?.email ?? '');
  const [unsaved, setUnsaved] = useState<readonly string[]>([]);
  if (!account) return null;
  function askOrSignOut(email: string) {
    const found = listUnsaved(email);
    if (found.length === 0) signOut();
    else setUnsaved(found);
  }
  const trigger = (
    <button type="button" className={style.account} aria-label={`Account of ${account.name}`}>
      <span aria-hidden="true">{(account.name || account.email).slice(0, 1).toUpperCase()}</span>
    </button>
  );
  return (
    <>
      <Menu
        trigger={trigger}
        items={[
          { key: 'account', label: 'Your account', link: <Link to={paths.account} /> },
          {
            key: 'docs',
            label: 'Documentation',
            run: () => window.open(documentation, '_blank', 'noreferrer'),
          },
          { key: 'out', label: `Sign out ${account.email}`, run: () => askOrSignOut(account.email) },
        ]}
      />
      {unsaved.length > 0 && (
        <Suspense>
          <SignOutDialog unsaved={unsaved} onSignOut={signOut} onClose={() => setUnsaved([])} />
        </Suspense>
      )}
    </>
  );
}

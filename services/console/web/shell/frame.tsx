import { Menu as BaseMenu } from '@base-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { sessionQuery } from '../api/queries.ts';
import type { Session } from '../api/types.ts';
import { IconButton, Keys } from '../ui/button.tsx';
import { Icon, type IconName } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import { Menu } from '../ui/menu.tsx';
import { paths } from '../ui/paths.ts';
import { prefer, usePreferences } from '../ui/preferences.ts';
import style from './frame.module.css';
import { SessionDialog } from './session-dialog.tsx';
import { ShortcutsDialog, useShortcuts } from './shortcuts.tsx';
import { useSignOut } from './sign-out.ts';
import { Switcher } from './switcher.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));

/** What stands around every screen. */
export function Frame() {
  const [open, setOpen] = useState<'palette' | 'shortcuts' | undefined>();
  const { org, project: named }: { org?: string; project?: string } = useParams({ strict: false });
  const { lastProject } = usePreferences();
  const { data: session } = useQuery(sessionQuery);
  // Pages of the organisation keep the way back to the project of last time.
  const project = named ?? (lastProject?.org === org ? lastProject?.project : undefined);
  const params = { ...(org !== undefined && { org }), ...(project !== undefined && { project }) };
  useShortcuts(params, setOpen);
  const close = () => setOpen(undefined);
  return (
    <>
      <a className={style.skip} href="#main">
        Skip to the content
      </a>
      <header className={style.top}>
        <Link to="/" className={style.brand} aria-label="Bunting, start">
          <Mark />
          <span>Bunting</span>
        </Link>
        <Switcher {...params} session={session} />
        <button type="button" className={style.go} onClick={() => setOpen('palette')}>
          <Icon name="search" />
          <span>Go to…</span>
          <Keys>Ctrl K</Keys>
        </button>
        <ThemeButton />
        <AccountMenu session={session} />
      </header>
      <RoomsMenu {...params} />
      <nav className={style.rooms} aria-label="Rooms">
        <Rooms {...params} />
      </nav>
      <main id="main" className={style.main} tabIndex={-1}>
        <Outlet />
      </main>
      {open === 'palette' && params.org !== undefined && (
        <Suspense>
          <Palette {...params} org={params.org} onClose={close} />
        </Suspense>
      )}
      <ShortcutsDialog isOpen={open === 'shortcuts'} onClose={close} />
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

interface Room {
  readonly label: string;
  readonly icon: IconName;
  readonly to: (typeof paths)['features' | 'explain' | 'environments' | 'auditLog'];
}

const ofProject: readonly Room[] = [
  { label: 'Features', icon: 'flag', to: paths.features },
  { label: 'Explain', icon: 'play', to: paths.explain },
  { label: 'Environments and keys', icon: 'key', to: paths.environments },
];
const ofOrganisation: readonly Room[] = [{ label: 'Audit log', icon: 'clock', to: paths.auditLog }];

function Rooms({ org, project }: { org?: string; project?: string }) {
  if (org === undefined) return null;
  return (
    <>
      {project !== undefined && (
        <ul>
          {ofProject.map((room) => (
            <RoomLink key={room.to} room={room} params={{ org, project }} />
          ))}
        </ul>
      )}
      <h2 className={style.group}>{org}</h2>
      <ul>
        {ofOrganisation.map((room) => (
          <RoomLink key={room.to} room={room} params={{ org, project: project ?? '' }} />
        ))}
      </ul>
    </>
  );
}

function RoomLink({ room, params }: { room: Room; params: { org: string; project: string } }) {
  return (
    <li>
      <Link className={style.room} to={room.to} params={params} activeProps={{ 'aria-current': 'page' }}>
        <Icon name={room.icon} />
        {room.label}
      </Link>
    </li>
  );
}

/** The rooms on a narrow screen. */
function RoomsMenu({ org, project }: { org?: string; project?: string }) {
  const rooms = [...(project === undefined ? [] : ofProject), ...ofOrganisation];
  if (org === undefined) return null;
  return (
    <nav className={style.narrow} aria-label="Rooms, narrow">
      <BaseMenu.Root modal={false}>
        <BaseMenu.Trigger className={kit.button} data-kind="quiet">
          <Icon name="menu" /> Menu
        </BaseMenu.Trigger>
        <BaseMenu.Portal>
          <BaseMenu.Positioner className={kit.positioner} sideOffset={4} align="start">
            <BaseMenu.Popup className={kit.popup}>
              {rooms.map(({ to, icon, label }) => (
                <BaseMenu.Item
                  key={to}
                  className={kit.item}
                  render={
                    <Link to={to} params={{ org, project: project ?? '' }}>
                      <Icon name={icon} /> {label}
                    </Link>
                  }
                />
              ))}
            </BaseMenu.Popup>
          </BaseMenu.Positioner>
        </BaseMenu.Portal>
      </BaseMenu.Root>
    </nav>
  );
}

const themes = ['system', 'light', 'dark'] as const;

function ThemeButton() {
  const { theme } = usePreferences();
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!;
  return (
    <IconButton
      icon="sun"
      label={`Theme: ${theme}. Change to ${next}`}
      onClick={() => prefer({ theme: next })}
    />
  );
}

function AccountMenu({ session }: { session: Session | undefined }) {
  const signOut = useSignOut();
  const { singleKeys } = usePreferences();
  const account = session?.account;
  if (!account) return null;
  const trigger = (
    <button type="button" className={style.account} aria-label={`Account of ${account.name}`}>
      <span aria-hidden="true">{(account.name || account.email).slice(0, 1).toUpperCase()}</span>
    </button>
  );
  return (
    <Menu
      trigger={trigger}
      items={[
        {
          key: 'keys',
          label: singleKeys ? 'Turn single-letter shortcuts off' : 'Turn single-letter shortcuts on',
          run: () => prefer({ singleKeys: !singleKeys }),
        },
        { key: 'out', label: `Sign out ${account.email}`, run: signOut },
      ]}
    />
  );
}

/** The preferences of a user in this browser: theme, the last project and environment, shortcuts. */
import { useSyncExternalStore } from 'react';

export interface Preferences {
  readonly theme: 'system' | 'light' | 'dark';
  readonly lastProject?: { readonly org: string; readonly project: string } | undefined;
  readonly lastEnvironment?: string | undefined;
  /** The last project that was set up here: `/` resumes the setup, unless it was skipped. */
  readonly setup?:
    | { readonly org: string; readonly project: string; readonly isSkipped?: boolean }
    | undefined;
  /** The height of table rows. */
  readonly density: 'roomy' | 'dense';
  /** For example `Europe/Paris`; absent = the time zone of the browser. */
  readonly timeZone?: string | undefined;
  /** Columns of the list of features that differ from the default, by key. */
  readonly columns?: Readonly<Record<string, boolean>>;
  /** The pages that the palette opened last, newest first. */
  readonly recent?: readonly Opened[] | undefined;
  /** Single-letter shortcuts (WCAG 2.1.4). */
  readonly singleKeys: boolean;
}

/** An address with its name. */
export interface Opened {
  readonly label: string;
  readonly beside: string;
  /** The kind of resource. Absent in entries of earlier releases. */
  readonly kind?: string;
  readonly to: string;
  readonly params: Readonly<Record<string, string | null>>;
  readonly search?: Readonly<Record<string, string>>;
}

const storageKey = 'bunting.preferences';
const initial: Preferences = { theme: 'system', density: 'roomy', singleKeys: true };
const listeners = new Set<() => void>();
let current = read();

function read(): Preferences {
  try {
    return { ...initial, ...(JSON.parse(localStorage.getItem(storageKey) ?? '{}') as Partial<Preferences>) };
  } catch {
    return initial;
  }
}

export const preferences = () => current;

export function prefer(changed: Partial<Preferences>): void {
  current = { ...current, ...changed };
  try {
    localStorage.setItem(storageKey, JSON.stringify(current));
  } catch {
    // Without storage, preferences last as long as the page.
  }
  show();
}

function show(): void {
  applyTheme();
  for (const listener of listeners) listener();
}

export function applyTheme(): void {
  const { theme, density } = current;
  document.documentElement.dataset['density'] = density;
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

/** Reads preferences that another tab changed. Signing out there clears some of them. */
function followOtherTabs({ key }: StorageEvent): void {
  if (key !== storageKey) return;
  current = read();
  show();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  addEventListener('storage', followOtherTabs);
  return () => void listeners.delete(listener);
};

export const usePreferences = () => useSyncExternalStore(subscribe, preferences);

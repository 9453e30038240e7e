import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { shownActions } from '../page/actions.ts';
import { preferences } from '../design/preferences.ts';
import { items } from './navigation-items.ts';

interface Scope {
  readonly org?: string;
  readonly project?: string;
}

/** Elements of the page that keys act on, if they are there. */
export const keyed = {
  search: '[data-search]',
  row: '[data-row]',
  environment: '[data-environments] a',
  /** The last link of where this is: what is above. */
  up: 'main nav[data-crumbs] a:last-of-type',
} as const;

/** Handles the shortcuts of the console and of the current screen. Single letters do nothing in fields, and can be turned off. */
export function useShortcuts(scope: Scope, open: (what: 'palette' | 'keys') => void): void {
  const navigate = useNavigate();
  /** The last key closed something that floats, so Escape must not lead away from the page, too. */
  const hasJustClosed = useRef(false);
  // Long ago: a page that is a second old was not just told to go.
  const wentAt = useRef(Number.NEGATIVE_INFINITY);
  const { org, project } = scope;
  useEffect(() => {
    function go(letter: string): boolean {
      const item = items.find((each) => each.letter === letter);
      if (item === undefined || org === undefined) return false;
      // Without a project it leads to the one that was open last, or to the way to make one.
      if (project === undefined && item.of === 'project') void navigate({ to: '/' });
      else void navigate({ to: item.to, params: { org, project: project ?? '' } });
      return true;
    }
    function press(event: KeyboardEvent) {
      const isAfterClosing = hasJustClosed.current && event.key === 'Escape';
      hasJustClosed.current = event.key === 'Escape' && (isAfterClosing || isFloating());
      if (isAfterClosing && !isFloating()) return;
      if (isIn(event, '[role="dialog"], [role="menu"]')) {
        // In a dialog only its own buttons save; the page behind it does not, and neither does the browser.
        if (isControl(event) && event.key.toLowerCase() === 's') event.preventDefault();
        return;
      }
      if (isControl(event)) {
        if (event.key.toLowerCase() === 'k') take(event, () => open('palette'));
        else runAction(event, `Ctrl ${event.key.length === 1 ? event.key.toUpperCase() : event.key}`);
        return;
      }
      if (event.key === 'Escape') {
        leave(event);
        return;
      }
      if (event.altKey || isIn(event, writing) || !preferences().singleKeys) return;
      const isAfterG = event.timeStamp - wentAt.current < 1_000;
      wentAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (isAfterG && go(event.key)) event.preventDefault();
      else if (event.key === '?') take(event, () => open('keys'));
      else if (event.key !== 'g') pressOnPage(event);
    }
    const point = () => void (hasJustClosed.current = false);
    addEventListener('keydown', press, { capture: true });
    addEventListener('pointerdown', point, { capture: true });
    return () => {
      removeEventListener('keydown', press, { capture: true });
      removeEventListener('pointerdown', point, { capture: true });
    };
  }, [navigate, open, org, project]);
}

const writing = 'input, textarea, select, [contenteditable]';

const isControl = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && !event.altKey;

const isFloating = () => document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

const isIn = ({ target }: KeyboardEvent, selector: string) =>
  target instanceof Element && target.closest(selector) !== null;

function take(event: KeyboardEvent, run: () => void): void {
  event.preventDefault();
  run();
}

function pressOnPage(event: KeyboardEvent): void {
  const { key } = event;
  if (key === '/') {
    const field = document.querySelector<HTMLElement>(keyed.search);
    if (field) take(event, () => field.focus());
  } else if (key === 'j' || key === 'ArrowDown') moveRow(event, 1);
  else if (key === 'k' || key === 'ArrowUp') moveRow(event, -1);
  else if (key === '[' || key === ']') moveEnvironment(event, key === ']' ? 1 : -1);
  else if (key === '.') openMenuOfRow(event);
  else runAction(event, key);
}

function runAction(event: KeyboardEvent, keys: string): void {
  const action = shownActions().find((each) => each.keys === keys);
  // The page is not what Ctrl S is to save.
  if (action !== undefined) take(event, () => action.disabledReason === undefined && action.run());
}

/** Focuses the next row of a list, which is a link or a button. Arrows move only inside a list; elsewhere they scroll. */
function moveRow(event: KeyboardEvent, by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>(keyed.row)];
  const active = document.activeElement;
  const row = active?.closest(keyed.row) ?? active?.closest('tr, li')?.querySelector(keyed.row);
  const at = rows.findIndex((each) => each === row);
  if (rows.length === 0 || (at < 0 && event.key.startsWith('Arrow'))) return;
  take(event, () => rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus());
}

/** Opens the next environment of the screen. Environments are links beside each other. */
function moveEnvironment(event: KeyboardEvent, by: number): void {
  const links = [...document.querySelectorAll<HTMLElement>(keyed.environment)];
  const at = links.findIndex((link) => link.getAttribute('aria-current') === 'page');
  const next = links[at + by];
  if (at >= 0 && next) take(event, () => next.click());
}

/** Opens the menu of the row that has the focus. */
function openMenuOfRow(event: KeyboardEvent): void {
  const button = document.activeElement
    ?.closest('tr, li')
    ?.querySelector<HTMLElement>('button[aria-haspopup="menu"]');
  if (button) take(event, () => button.click());
}

/** Leaves a field; elsewhere opens the parent page. Menus and dialogs close themselves. */
function leave(event: KeyboardEvent): void {
  if (isFloating()) return;
  if (isIn(event, writing)) (event.target as HTMLElement).blur();
  else if (preferences().singleKeys) document.querySelector<HTMLElement>(keyed.up)?.click();
}

import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { Button, Keys } from '../ui/button.tsx';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { preferences } from '../ui/preferences.ts';
import style from './shortcuts.module.css';

const shown = [
  ['Ctrl K', 'go to anything'],
  ['/', 'search on this page'],
  ['?', 'this list'],
  ['g f', 'features'],
  ['g x', 'explain'],
  ['g e', 'environments and keys'],
  ['g a', 'audit log'],
  ['j k', 'next and previous row of a list'],
  ['[ ]', 'previous and next environment'],
  ['Ctrl S', 'review and save'],
  ['Alt ↑ ↓', 'move a rule'],
  ['Esc', 'back'],
] as const;

const rooms: Readonly<Record<string, (typeof paths)['features' | 'explain' | 'environments' | 'auditLog']>> =
  {
    f: paths.features,
    x: paths.explain,
    e: paths.environments,
    a: paths.auditLog,
  };

/** Keys of the whole console. Those of one letter are off in fields and can be turned off. */
export function useShortcuts(
  { org, project }: { org?: string; project?: string },
  open: (what: 'palette' | 'shortcuts') => void,
): void {
  const navigate = useNavigate();
  const wentAt = useRef(0);
  useEffect(() => {
    function press(event: KeyboardEvent) {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open('palette');
        return;
      }
      if (!isLetter(event)) return;
      const isAfterG = event.timeStamp - wentAt.current < 1_000;
      wentAt.current = event.key === 'g' ? event.timeStamp : 0;
      const room = isAfterG ? rooms[event.key] : undefined;
      if (room !== undefined && org !== undefined) {
        event.preventDefault();
        if (project === undefined && room !== paths.auditLog) void navigate({ to: '/' });
        else void navigate({ to: room, params: { org, project: project ?? '' } });
      } else if (event.key === '?') open('shortcuts');
      else if (event.key === '/') focus(event, '[data-search]');
      else if (event.key === 'j' || event.key === 'k') moveRow(event, event.key === 'j' ? 1 : -1);
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [navigate, open, org, project]);
}

function isLetter(event: KeyboardEvent): boolean {
  const target = event.target as HTMLElement;
  const isWriting = target.matches('input, textarea, select, [contenteditable], [role="dialog"] *');
  return preferences().singleKeys && !isWriting && !event.ctrlKey && !event.metaKey && !event.altKey;
}

function focus(event: KeyboardEvent, selector: string): void {
  const found = document.querySelector<HTMLElement>(selector);
  if (found === null) return;
  event.preventDefault();
  found.focus();
}

/** Rows of a list are links; the next one gets the focus. */
function moveRow(event: KeyboardEvent, by: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  if (rows.length === 0) return;
  event.preventDefault();
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[Math.min(Math.max(at + by, 0), rows.length - 1)]?.focus();
}

export function ShortcutsDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Keys">
      <dl className={style.list}>
        {shown.map(([keys, meaning]) => (
          <div key={keys}>
            <dt>
              <Keys>{keys}</Keys>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <div className={kit.actions}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

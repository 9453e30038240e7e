import { shownActions } from '../page/actions.ts';
import { Button, Keys } from '../design/button.tsx';
import { Dialog } from '../design/floating/dialog.tsx';
import kit from '../design/kit.module.css';
import { usePreferences, prefer } from '../design/preferences.ts';
import style from './keys-dialog.module.css';
import { listNavigationItems } from './navigation-items.ts';
import { keyed } from './shortcuts.ts';

type Line = readonly [keys: string, meaning: string];

const isThere = (selector: string) => document.querySelector(selector) !== null;

/** Lists the shortcuts of the page below the dialog. */
function linesOf(scope: { org?: string; project?: string }): readonly (readonly [string, readonly Line[]])[] {
  const actions = shownActions().flatMap(({ keys, label, disabledReason }): Line[] =>
    keys === undefined || disabledReason !== undefined ? [] : [[keys, label]],
  );
  const page: readonly Line[] = [
    ...(isThere(keyed.search) ? [['/', 'Search on this page'] as const] : []),
    ...(isThere(keyed.row)
      ? [['j k', 'Next and previous row; in a list also ↑ ↓'] as const, ['Enter', 'Open the row'] as const]
      : []),
    ...(isThere('main :is(tr, li) button[aria-haspopup="menu"]') ? [['.', 'Menu of the row'] as const] : []),
    ...(isThere(keyed.environment) ? [['[ ]', 'Previous and next environment'] as const] : []),
    ...(isThere(keyed.up) ? [['Esc', 'Up'] as const] : []),
  ];
  const everywhere: readonly Line[] = [
    ...(scope.org === undefined ? [] : [['Ctrl K', 'Go to anything'] as const]),
    ['?', 'Keyboard shortcuts'],
    ...(isThere('[role="status"] button') ? [['F6', 'Go to notifications'] as const] : []),
    ...listNavigationItems(scope).map(({ letter, label }) => [`g ${letter}`, label] as const),
  ];
  return (
    [
      ['On this screen', [...actions, ...page]],
      ['Everywhere', everywhere],
    ] as const
  ).filter(([, lines]) => lines.length > 0);
}

export function KeysDialog({ onClose, ...scope }: { org?: string; project?: string; onClose: () => void }) {
  const { singleKeys } = usePreferences();
  return (
    <Dialog isOpen onClose={onClose} title="Keyboard shortcuts">
      {linesOf(scope).map(([title, lines]) => (
        <section key={title} className={style.part} aria-label={title}>
          <h3>{title}</h3>
          <dl className={style.list}>
            {lines.map(([keys, meaning]) => (
              <div key={keys}>
                <dt>
                  <Keys isSaid>{keys}</Keys>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <div className={kit.actions}>
        <Button onClick={() => prefer({ singleKeys: !singleKeys })}>
          {singleKeys ? 'Disable single-key shortcuts' : 'Enable single-key shortcuts'}
        </Button>
        <Button kind="main" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

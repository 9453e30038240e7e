import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import kit from '../ui/kit.module.css';
import { mergeGrids, type Side } from './merge.ts';
import type { BarOptions } from './bar-options.ts';
import style from './values.module.css';

/** Somebody else saved meanwhile, and changed some of the same: asked cell by cell. Everything else is put together. */
export function BehindDialog({ draft, now, review, onClose }: BarOptions & { onClose: () => void }) {
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const { grid, conflicts, lost } = mergeGrids(draft.value.from, now, draft.value, choices);
  const isDecided = conflicts.every(({ id }) => choices[id] !== undefined);
  function go() {
    review.reset();
    draft.rebase({ value: { ...grid, from: now } });
    onClose();
  }
  function discard() {
    review.reset();
    draft.discard();
    onClose();
  }
  return (
    <Dialog isOpen onClose={onClose} title="Somebody saved here meanwhile">
      {conflicts.length > 0 && <p>Both of you changed these. Everything else is put together.</p>}
      {conflicts.map(({ id, what, draft: mine, now: theirs }) => (
        <fieldset key={id} className={style.conflict}>
          <legend className={kit.label}>{what}</legend>
          {(
            [
              ['draft', 'Mine', mine],
              ['now', 'Theirs', theirs],
            ] as const
          ).map(([side, label, value]) => (
            <label key={side}>
              <input
                type="radio"
                name={id}
                checked={choices[id] === side}
                onChange={() => setChoices({ ...choices, [id]: side })}
              />{' '}
              {label}: <code>{value === '' ? 'empty' : value}</code>
            </label>
          ))}
        </fieldset>
      ))}
      {lost.map((line) => (
        <p key={line} className={kit.wrong}>
          {line} What you changed of it goes.
        </p>
      ))}
      <div className={kit.actions}>
        <Button onClick={onClose}>Back</Button>
        <Button onClick={discard}>Discard mine</Button>
        <Button kind="main" refusal={isDecided ? undefined : 'Choose one of each first.'} onClick={go}>
          Put mine on top
        </Button>
      </div>
    </Dialog>
  );
}

import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Conflicts, type Taken } from '../ui/saving/conflicts.tsx';
import { Dialog } from '../ui/floating/dialog.tsx';
import kit from '../ui/kit.module.css';
import { mergeGrids } from './merge.ts';
import type { BarOptions } from './bar-options.ts';

/** Somebody else saved meanwhile, and changed some of the same: asked cell by cell. Everything else is put together. */
export function BehindDialog({ draft, now, review, onClose }: BarOptions & { onClose: () => void }) {
  const [taken, setTaken] = useState<Taken>({});
  const { grid, conflicts, lost } = mergeGrids(draft.value.from, now, draft.value, taken);
  const isDecided = conflicts.every(({ path }) => taken[path] !== undefined);
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
    <Dialog isOpen onClose={onClose} title="This was saved meanwhile">
      {conflicts.length > 0 && <p>Both of you changed these. Everything else is put together.</p>}
      <Conflicts parts={conflicts} taken={taken} onTake={setTaken} />
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

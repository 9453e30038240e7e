import { useState } from 'react';
import { Button } from '../../../design/button.tsx';
import { Conflicts, type Taken } from '../../../editing/conflicts.tsx';
import { Dialog } from '../../../design/floating/dialog.tsx';
import { Differences } from '../../../editing/differences.tsx';
import kit from '../../../design/kit.module.css';
import type { ConcurrentChange } from '../../../api/api-error.ts';
import { whoSaved } from '../../../editing/who-saved.ts';
import { gridOver, mergeGrids } from './merge.ts';
import type { BarOptions } from './bar-options.ts';
import type { GridDraft } from './model.ts';

/**
 * Somebody else saved meanwhile: who, when and what. Where both changed the same it is asked cell by cell; everything else is put together. It is
 * saved by the next step, after its difference was seen.
 */
export function BehindDialog({
  draft,
  now,
  meanwhile,
  onRebase,
  onDiscard,
  onClose,
}: BarOptions & {
  meanwhile: ConcurrentChange | undefined;
  onRebase: (value: GridDraft) => void;
  onDiscard: () => void;
  onClose: () => void;
}) {
  const [taken, setTaken] = useState<Taken>({});
  const { grid, conflicts, lost } = mergeGrids(draft.value.from, now, draft.value, taken);
  const isDecided = conflicts.every(({ path }) => taken[path] !== undefined);
  return (
    <Dialog isOpen isOverOthers onClose={onClose} title="This was saved meanwhile">
      <p>{whoSaved(meanwhile)}</p>
      <Differences changes={meanwhile?.changes ?? []} />
      {conflicts.length > 0 && <p>Both of you changed these. Everything else is put together.</p>}
      <Conflicts parts={conflicts} taken={taken} onTake={setTaken} />
      {lost.map((line) => (
        <p key={line} className={kit.wrong}>
          {line} What you changed of it goes.
        </p>
      ))}
      <div className={kit.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button onClick={onDiscard}>Discard mine</Button>
        <Button kind="danger" onClick={() => onRebase({ ...gridOver(now, draft.value), from: now })}>
          Save mine over theirs
        </Button>
        <Button
          kind="main"
          refusal={isDecided ? undefined : 'Choose one of each first.'}
          onClick={() => onRebase({ ...grid, from: now })}
        >
          Put mine on top
        </Button>
      </div>
    </Dialog>
  );
}

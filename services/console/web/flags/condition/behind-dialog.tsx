import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { Button } from '../../design/button.tsx';
import { Conflicts, type ConflictPart, type Taken } from '../../editing/conflicts.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Differences } from '../../editing/differences.tsx';
import { Holders } from '../../design/error-details.tsx';
import kit from '../../design/kit.module.css';
import { RequestId } from '../../design/request-id.tsx';
import { whoSaved } from '../../editing/who-saved.ts';
import { clockOf, dayOf } from '../../design/time.tsx';
import { sideInWords } from './conflict-words.ts';

/** What two people made of one document; `take` is what was decided of conflicts, by their paths. */
export interface Both<Document> {
  readonly base: Document;
  readonly wanted: Document;
  readonly take: Taken;
}

interface Draft<Document> {
  readonly base: Document;
  readonly value: Document;
  readonly discard: () => void;
  readonly rebase: (now: { etag: string; base: Document; value: Document }) => void;
}

/** How a conflict ended: with the stored version, with the draft, or with both merged. */
export type Resolution = 'discard' | 'mine' | 'both';

const momentOf = (at: string) => `${dayOf(new Date(at))}, ${clockOf(new Date(at))}`;

const slugOf = (variation: string) => variation;

/** Somebody was faster. What they saved is shown; what was drafted stays until somebody decides. */
export function BehindDialog<Document>({
  title,
  problem,
  isShort = false,
  nameOf = slugOf,
  isProtected,
  draft,
  merge,
  readNow,
  onResolved,
  onClose,
}: {
  title: string;
  /** The 412, which says who and what. */
  problem: ApiError | undefined;
  /** Lines do not repeat which document they are of. */
  isShort?: boolean;
  nameOf?: (variation: string) => string;
  isProtected: boolean;
  draft: Draft<Document>;
  /** By the server. */
  merge: (both: Both<Document>) => Promise<{ merged: Document; conflicts: readonly ConflictPart[] }>;
  /** What the server has by now. */
  readNow: () => Promise<{ etag: string; base: Document }>;
  /** Called once the draft was discarded or continues from the stored version. */
  onResolved: (way: Resolution) => void;
  onClose: () => void;
}) {
  const [asked, setAsked] = useState<readonly ConflictPart[]>([]);
  const [taken, setTaken] = useState<Taken>({});
  /** The draft goes on from what is there now. It is saved by the next step, after its difference was seen. */
  const go = useMutation({
    async mutationFn(way: Resolution) {
      let { value } = draft;
      if (way === 'both') {
        const { merged, conflicts } = await merge({ base: draft.base, wanted: value, take: taken });
        setAsked(conflicts);
        if (conflicts.length > 0) return;
        value = merged;
      }
      const now = await readNow();
      if (way === 'discard') draft.discard();
      else draft.rebase({ ...now, value });
      onResolved(way);
    },
  });
  const changes = problem?.concurrentChange?.changes ?? [];
  return (
    <Dialog isOpen isOverOthers onClose={onClose} title={title}>
      <p>{whoSaved(problem?.concurrentChange)}</p>
      <Differences
        changes={isShort ? changes.map(({ what }) => ({ text: what })) : changes}
        isProtected={isProtected}
      />
      <Conflicts
        parts={asked}
        taken={taken}
        onTake={setTaken}
        inWords={(path, side) => sideInWords(path, side, { nameOf, momentOf })}
      />
      {go.error && (
        <div className={kit.wrong} role="alert">
          {go.error.message}
          <Holders of={go.error} />
          <RequestId of={go.error} />
        </div>
      )}
      <div className={kit.actions}>
        <Button onClick={onClose}>Cancel</Button>
        <Button disabled={go.isPending} onClick={() => go.mutate('discard')}>
          Discard mine
        </Button>
        <Button kind="danger" disabled={go.isPending} onClick={() => go.mutate('mine')}>
          Save mine over theirs
        </Button>
        <Button
          kind="main"
          disabled={go.isPending || asked.some(({ path }) => taken[path] === undefined)}
          onClick={() => go.mutate('both')}
        >
          {asked.length > 0 ? 'Go on with these' : 'Put mine on top'}
        </Button>
      </div>
    </Dialog>
  );
}

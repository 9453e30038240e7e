import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '../api/problem.ts';
import { whoSaved } from '../conditions/saved-by.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Differences } from '../ui/differences.tsx';
import { Holders } from '../ui/holders.tsx';
import kit from '../ui/kit.module.css';
import type { useDraft } from '../ui/use-draft.ts';
import { useMerge, type Taken } from './changes.ts';
import { documentOf, withoutSubject, type Document } from './model.ts';
import { segmentQuery, type OfSegment } from './queries.ts';
import style from './segments.module.css';

interface Options {
  readonly target: OfSegment;
  readonly draft: ReturnType<typeof useDraft<Document>>;
  /** The 412, which says who and what. */
  readonly problem: Problem | undefined;
  readonly isProtected: boolean;
  readonly onClose: () => void;
}

/** Somebody was faster. The server merges both, name and group by group; what both changed somebody decides. */
export function BehindDialog({ target, draft, problem, isProtected, onClose }: Options) {
  const client = useQueryClient();
  const merge = useMerge(target);
  const [taken, setTaken] = useState<Taken>({});
  const asked = merge.data?.conflicts ?? [];
  const readNow = () => client.fetchQuery({ ...segmentQuery(target), staleTime: 0 });
  async function discard() {
    await readNow();
    draft.discard();
    onClose();
  }
  /** The draft goes on from what is there now. It is saved by the next step, after its difference was seen. */
  async function goOn(value: Document) {
    const { body, etag } = await readNow();
    draft.rebase({ etag, base: documentOf(body), value });
    onClose();
  }
  const putOnTop = () =>
    merge.mutate(
      { base: draft.base, wanted: draft.value, take: taken },
      {
        onSuccess: ({ merged, conflicts }) => {
          if (conflicts.length === 0) void goOn(documentOf(merged));
        },
      },
    );
  const changes = problem?.meanwhile?.changes ?? [];
  return (
    <Dialog isOpen onClose={onClose} title={`Somebody saved ${target.segment} meanwhile`}>
      <p>{whoSaved(problem)}</p>
      <Differences
        changes={changes.map(({ text }) => ({ text: withoutSubject(text) }))}
        isProtected={isProtected}
      />
      {asked.map(({ path, message, now, wanted }) => (
        <fieldset key={path} className={style.conflict}>
          <legend>{message}</legend>
          {(['now', 'wanted'] as const).map((side) => (
            <label key={side}>
              <input
                type="radio"
                name={path}
                checked={taken[path] === side}
                onChange={() => setTaken({ ...taken, [path]: side })}
              />{' '}
              {side === 'now' ? 'Theirs' : 'Mine'} <code>{shown(side === 'now' ? now : wanted)}</code>
            </label>
          ))}
        </fieldset>
      ))}
      {merge.error && (
        <div className={kit.wrong} role="alert">
          {merge.error.message}
          <Holders of={merge.error} />
        </div>
      )}
      <div className={kit.actions}>
        <Button onClick={() => void discard()}>Discard mine</Button>
        <Button kind="danger" onClick={() => void goOn(draft.value)}>
          Save mine over theirs
        </Button>
        <Button
          kind="main"
          disabled={merge.isPending || asked.some(({ path }) => taken[path] === undefined)}
          onClick={putOnTop}
        >
          {asked.length > 0 ? 'Go on with these' : 'Put mine on top'}
        </Button>
      </div>
    </Dialog>
  );
}

function shown(value: unknown): string {
  const text = value === null ? 'none' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

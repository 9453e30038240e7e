import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Problem } from '../api/problem.ts';
import { servingQuery, type OfServing } from '../api/queries.ts';
import type { Environment } from '../api/types.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Differences } from '../ui/differences.tsx';
import { Holders } from '../ui/holders.tsx';
import kit from '../ui/kit.module.css';
import { useMerge, type Taken } from './changes.ts';
import { documentOf, type Document } from './model.ts';
import type { Draft } from './draft.ts';
import { whoSaved } from '../conditions/saved-by.ts';
import style from './targeting.module.css';

interface Options {
  readonly target: OfServing;
  readonly draft: Draft;
  readonly environment: Environment;
  /** The 412, which says who and what. */
  readonly problem: Problem | undefined;
  readonly onClose: () => void;
}

/** Somebody was faster. What they saved is shown; what was drafted stays until somebody decides. */
export function BehindDialog({ target, draft, environment, problem, onClose }: Options) {
  const client = useQueryClient();
  const merge = useMerge(target);
  const [taken, setTaken] = useState<Taken>({});
  const asked = merge.data?.body.conflicts ?? [];
  const readNow = () => client.fetchQuery({ ...servingQuery(target), staleTime: 0 });
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
  function putOnTop(take: Taken) {
    setTaken(take);
    merge.mutate(
      { base: draft.base, wanted: draft.value, take },
      {
        onSuccess: ({ body: { merged, conflicts } }) => {
          if (conflicts.length === 0) void goOn(completed(merged, draft.value));
        },
      },
    );
  }
  return (
    <Dialog isOpen onClose={onClose} title={`Somebody saved to ${environment.name} meanwhile`}>
      <p>{whoSaved(problem)}</p>
      <Differences changes={problem?.meanwhile?.changes ?? []} isProtected={environment.protected} />
      {asked.map(({ path, message, now, wanted }) => (
        <Conflict
          key={path}
          {...{ path, message, now, wanted }}
          taken={taken[path]}
          onTake={(side) => setTaken({ ...taken, [path]: side })}
        />
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
          onClick={() => putOnTop(taken)}
        >
          {asked.length > 0 ? 'Go on with these' : 'Put mine on top'}
        </Button>
      </div>
    </Dialog>
  );
}

/** With all variables, as drafts have them. */
function completed(merged: unknown, { defaults }: Document): Document {
  const { targeting, defaults: left } = documentOf(merged as Parameters<typeof documentOf>[0]);
  const all = { ...defaults, ...left };
  return {
    targeting,
    defaults: Object.fromEntries(Object.keys(all).map((name) => [name, left[name] ?? null])),
  };
}

/** One part that both changed: whose is it to be? */
function Conflict({
  path,
  message,
  now,
  wanted,
  taken,
  onTake,
}: {
  path: string;
  message: string;
  now: unknown;
  wanted: unknown;
  taken: 'now' | 'wanted' | undefined;
  onTake: (side: 'now' | 'wanted') => void;
}) {
  const isOrder = path.includes('.added[');
  return (
    <fieldset className={style.conflict}>
      <legend>{message}</legend>
      {(['now', 'wanted'] as const).map((side) => (
        <label key={side} className={style.side}>
          <input type="radio" name={path} checked={taken === side} onChange={() => onTake(side)} />
          <span>
            {side === 'now' ? (isOrder ? 'Theirs first' : 'Theirs') : isOrder ? 'Mine first' : 'Mine'}
          </span>
          <code>{shown(side === 'now' ? now : wanted)}</code>
        </label>
      ))}
    </fieldset>
  );
}

function shown(value: unknown): string {
  const text = value === null ? 'none' : JSON.stringify(value);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

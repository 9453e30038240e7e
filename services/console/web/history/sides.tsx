import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import kit from '../ui/kit.module.css';
import { folded } from './fold.ts';
import style from './history.module.css';

/** The state before and after a change, side by side; what both have alike is folded until it is asked for. */
export function Sides({ before, after }: { before: unknown; after: unknown }) {
  const [isWhole, setWhole] = useState(false);
  const textOf = (value: unknown, other: unknown) =>
    isWhole ? JSON.stringify(value, undefined, 2) : folded(value, other);
  const canFold =
    before !== null && after !== null && folded(before, after) !== JSON.stringify(before, undefined, 2);
  return (
    <div>
      <div className={style.sides}>
        <Side title="Before" text={before === null ? 'nothing' : textOf(before, after)} />
        <Side title="After" text={after === null ? 'nothing' : textOf(after, before)} />
      </div>
      {canFold && (
        <Button kind="quiet" aria-pressed={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Fold what is alike' : 'Show what is alike, too'}
        </Button>
      )}
    </div>
  );
}

function Side({ title, text }: { title: string; text: string }) {
  return (
    <figure>
      <figcaption className={kit.hint}>{title}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <pre className={style.json} tabIndex={0} role="group" aria-label={title}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}

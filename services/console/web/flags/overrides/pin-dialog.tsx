import { useId, useState } from 'react';
import type { OfServing } from '../../api/queries/project.ts';
import type { Environment } from '../../api/types.ts';
import { Button } from '../../design/button.tsx';
import { Dialog } from '../../design/floating/dialog.tsx';
import { Field } from '../../design/forms/field.tsx';
import kit from '../../design/kit.module.css';
import { VariationMark, type NamedVariation } from '../variation/variation-mark.tsx';
import { usePaused } from '../../design/hooks/use-paused.ts';
import { useToast } from '../../design/floating/toast.tsx';
import { maxUsers, readUserIds, summarise } from './model.ts';
import { ReviewPins } from './review-pins.tsx';
import style from './pins.module.css';

/** Adds or edits overrides for one or more users. The dry run follows the input. */
export function PinDialog({
  target,
  environment,
  variations,
  users: given = '',
  variation: chosen,
  note: before,
  onClose,
}: {
  target: OfServing;
  environment: Environment;
  variations: readonly NamedVariation[];
  /** The initial user IDs. */
  users?: string;
  variation?: string | undefined;
  /** The existing note; absent = a new override. */
  note?: string | undefined;
  onClose: () => void;
}) {
  const [text, setText] = useState(given);
  const [variation, setVariation] = useState(chosen);
  const [note, setNote] = useState(before ?? '');
  const said = useToast();
  const id = useId();
  const read = readUserIds(text);
  const isReady = variation !== undefined && read.users.length > 0 && read.users.length <= maxUsers;
  const noted = note === (before ?? '') ? {} : { note };
  const wanted = isReady
    ? JSON.stringify(Object.fromEntries(read.users.map((user) => [user, { variation, ...noted }])))
    : '';
  const [settled, setSettled] = useState(wanted);
  usePaused(wanted, wanted !== settled, 150, setSettled);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${before === undefined ? 'Add overrides' : 'Edit override'} in ${environment.name}`}
    >
      <div className={kit.field}>
        <label className={kit.label} htmlFor={id}>
          Users
        </label>
        <textarea
          id={id}
          className={kit.input}
          rows={given === '' ? 4 : 2}
          spellCheck={false}
          value={text}
          placeholder="user-1"
          aria-describedby={`${id}-said`}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${id}-said`} className={read.users.length > maxUsers ? kit.wrong : kit.hint}>
          {text.trim() === '' ? 'The user.id that your app sends, one per line' : summarise(read)}
        </p>
      </div>
      <fieldset className={style.choices}>
        <legend className={kit.label}>Variation</legend>
        {variations.map(({ slug, name }, index) => (
          <label key={slug} className={style.choice}>
            <input
              type="radio"
              name={`${id}-variation`}
              checked={variation === slug}
              onChange={() => setVariation(slug)}
            />
            <VariationMark index={index} />
            {name || slug}
          </label>
        ))}
      </fieldset>
      <Field
        label="Note"
        hint="Why this override exists. Only your team sees it."
        value={note}
        maxLength={500}
        onChange={(event) => setNote(event.target.value)}
      />
      {wanted !== '' && settled !== '' ? (
        <ReviewPins
          target={target}
          environment={environment}
          variations={variations}
          pins={JSON.parse(settled) as Parameters<typeof ReviewPins>[0]['pins']}
          action="Save to"
          onClose={onClose}
          onDone={({ changeId }) => {
            onClose();
            const [only] = read.users;
            const saved =
              read.users.length === 1
                ? `the override for ${only!}`
                : `overrides for ${read.users.length} users`;
            said(`Saved ${saved} in ${environment.name}`, { change: { org: target.org, id: changeId } });
          }}
        />
      ) : (
        <div className={kit.actions}>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      )}
    </Dialog>
  );
}

import { Dialog as Base } from '@base-ui/react/dialog';
import { useState, type KeyboardEvent } from 'react';
import { Keys } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import kit from '../design/kit.module.css';
import { useEntries, type Entry } from './palette-entries.ts';
import style from './palette.module.css';

/** Opens anything by a part of its name or id, and runs the actions of the screen. */
export function Palette({ org, project, onClose }: { org: string; project?: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { entries, isSearching, error } = useEntries({ org, project }, text.trim());
  const at = Math.min(chosen, entries.length - 1);
  const run = (entry: Entry | undefined) => {
    if (entry === undefined) return;
    onClose();
    entry.run();
  };
  function press(event: KeyboardEvent) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      setChosen((at + by + entries.length) % Math.max(entries.length, 1));
    } else if (event.key === 'Enter') run(entries[at]);
  }
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={kit.backdrop} />
        <Base.Popup className={style.palette} aria-label="Go to">
          <input
            className={style.input}
            placeholder="Feature, variable, segment, member, id, action…"
            maxLength={200}
            role="combobox"
            aria-label="Go to"
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={entries[at] === undefined ? undefined : `palette-${at}`}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setChosen(0);
            }}
            onKeyDown={press}
          />
          <div id="palette-list" role="listbox" aria-label="Found" className={style.list}>
            {entries.map((entry, index) => (
              <div
                key={entry.key}
                id={`palette-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === at}
                className={style.entry}
                data-part={entry.isPart}
                onMouseMove={() => setChosen(index)}
                onClick={() => run(entry)}
                onKeyDown={press}
              >
                <Icon name={entry.icon} />
                <span className={style.text}>
                  <b>{entry.label}</b>
                  {entry.beside && <code>{entry.beside}</code>}
                </span>
                {entry.kind !== undefined && <span className={style.kind}>{entry.kind}</span>}
                {entry.keys !== undefined && <Keys>{entry.keys}</Keys>}
              </div>
            ))}
          </div>
          {error === null ? (
            entries.length === 0 && (
              <p className={style.none} role="status">
                {isSearching ? 'Searching…' : `No results for “${text}”`}
              </p>
            )
          ) : (
            <p className={style.none} role="alert">
              {error.message} Only results of this page are shown.
            </p>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

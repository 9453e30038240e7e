import type { Choices, Conflict } from './editable-document.ts';
import style from './conflicts.module.css';

const draftSides = { now: 'Theirs', wanted: 'Mine' };

/** Asks which side to keep of each part that both changed. */
export function Conflicts({
  conflicts,
  choices,
  onChoose,
  describeSide,
  sideNames = draftSides,
}: {
  conflicts: readonly Conflict[];
  choices: Choices;
  onChoose: (choices: Choices) => void;
  /** Returns one side of a conflict in words; absent = values are shown as they are. */
  describeSide?: ((path: string, side: unknown) => string) | undefined;
  /** The names of the stored side and of the other one; absent = those of a draft. */
  sideNames?: Readonly<Record<'now' | 'wanted', string>>;
}) {
  return conflicts.map(({ path, message, ...sides }) => {
    const isOrder = /\.added\[\d+\]$/.test(path);
    return (
      <fieldset key={path} className={style.conflict}>
        <legend>{message}</legend>
        {(['now', 'wanted'] as const).map((side) => (
          <label key={side}>
            <input
              type="radio"
              name={path}
              checked={choices[path] === side}
              onChange={() => onChoose({ ...choices, [path]: side })}
            />
            <span>
              {sideNames[side]}
              {isOrder && ' first'}
            </span>
            {describeSide ? (
              <span>{describeSide(path, sides[side])}</span>
            ) : (
              <code>{shown(sides[side])}</code>
            )}
          </label>
        ))}
      </fieldset>
    );
  });
}

function shown(value: unknown): string {
  if (value === '') return 'empty';
  const text = typeof value === 'string' ? value : (JSON.stringify(value ?? undefined) ?? 'none');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

import kit from '../design/kit.module.css';

/** A part that two people changed differently. */
export interface ConflictPart {
  readonly path: string;
  readonly message: string;
  readonly now: unknown;
  readonly wanted: unknown;
}

/** Whose it is to be, by path. */
export type Taken = Readonly<Record<string, 'now' | 'wanted'>>;

/** Asks of each part that both changed whose it is to be. */
export function Conflicts({
  parts,
  taken,
  onTake,
  inWords,
}: {
  parts: readonly ConflictPart[];
  taken: Taken;
  onTake: (taken: Taken) => void;
  /** What a side wants of the part at a path; without it values are shown as they are. */
  inWords?: ((path: string, side: unknown) => string) | undefined;
}) {
  return parts.map(({ path, message, ...sides }) => {
    const isOrder = /\.added\[\d+\]$/.test(path);
    return (
      <fieldset key={path} className={kit.conflict}>
        <legend>{message}</legend>
        {(['now', 'wanted'] as const).map((side) => (
          <label key={side}>
            <input
              type="radio"
              name={path}
              checked={taken[path] === side}
              onChange={() => onTake({ ...taken, [path]: side })}
            />
            <span>
              {side === 'now' ? 'Theirs' : 'Mine'}
              {isOrder && ' first'}
            </span>
            {inWords ? <span>{inWords(path, sides[side])}</span> : <code>{shown(sides[side])}</code>}
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

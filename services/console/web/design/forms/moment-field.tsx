import kit from '../kit.module.css';
import { formatZone } from '../format-time.ts';
import { useCommitOnBlur } from '../hooks/use-commit-on-blur.ts';
import { DateInput } from './date-input.tsx';
import style from './moment-field.module.css';
import { formatLocalInput, parseLocalInput } from './local-time.ts';

/** Edits a time in the user's time zone, stored in UTC, and shows the zone. It commits on blur, because stages are sorted by their times. */
export function MomentField({
  label,
  at,
  onChange,
  ...props
}: {
  label: string;
  at: string | undefined;
  onChange: (at: string | undefined) => void;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
}) {
  const {
    value,
    onChange: type,
    ...commit
  } = useCommitOnBlur(at === undefined ? '' : formatLocalInput(at), (typed) =>
    onChange(parseLocalInput(typed)),
  );
  return (
    <span className={style.moment} {...commit}>
      <DateInput
        hasTime
        {...{ label, value, ...props }}
        aria-label={label}
        onChange={(local) => type({ target: { value: local } })}
      />
      {at !== undefined && <span className={kit.hint}>{formatZone(at)}</span>}
    </span>
  );
}

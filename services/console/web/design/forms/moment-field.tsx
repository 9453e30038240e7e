import kit from '../kit.module.css';
import { formatMoment } from '../format-time.ts';
import { useCommitOnBlur } from '../hooks/use-commit-on-blur.ts';
import style from './moment-field.module.css';
import { formatLocalInput, parseLocalInput } from './local-time.ts';

/**
 * Edits a time in the user's time zone, stored in UTC, and shows it with its zone as the pages do. It commits on blur, because a year is
 * incomplete while it is typed.
 */
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
  const field = useCommitOnBlur(at === undefined ? '' : formatLocalInput(at), (typed) =>
    onChange(parseLocalInput(typed)),
  );
  return (
    <span className={style.moment}>
      <input className={kit.input} type="datetime-local" aria-label={label} {...props} {...field} />
      {at !== undefined && <span className={kit.hint}>{formatMoment(at)}</span>}
    </span>
  );
}

import kit from '../kit.module.css';

/** Renders fields for the first and the last day of a period. */
export function DayRange({
  from = '',
  to = '',
  onChange,
}: {
  from: string | undefined;
  to: string | undefined;
  /** A side without a limit is undefined. */
  onChange: (changed: { readonly from?: string | undefined; readonly to?: string | undefined }) => void;
}) {
  return (
    <span className={kit.days}>
      <label className={kit.named}>
        From
        <input
          className={kit.input}
          type="date"
          value={from}
          onChange={(event) => onChange({ from: event.target.value || undefined })}
        />
      </label>
      <label className={kit.named}>
        to
        <input
          className={kit.input}
          type="date"
          value={to}
          onChange={(event) => onChange({ to: event.target.value || undefined })}
        />
      </label>
    </span>
  );
}

import style from './day-range.module.css';
import { DateField } from './date-field.tsx';

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
    <div className={style.days}>
      <DateField
        label="From"
        value={from}
        onChange={(day) => day !== undefined && onChange({ from: day || undefined })}
      />
      <DateField
        label="To"
        value={to}
        onChange={(day) => day !== undefined && onChange({ to: day || undefined })}
      />
    </div>
  );
}

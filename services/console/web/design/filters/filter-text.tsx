import { useId } from 'react';
import { Field } from '../forms/field.tsx';
import { useTypedFilter } from '../hooks/use-typed-filter.ts';

/** Renders a labelled text filter, applied a moment after the last key press. */
export function FilterText({
  label,
  value = '',
  known,
  disabledReason,
  onChange,
}: {
  label: string;
  value: string | undefined;
  /** Suggestions. */
  known?: readonly string[];
  /** The reason why it is disabled; undefined = enabled. */
  disabledReason?: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  const id = useId();
  const [typed, setTyped] = useTypedFilter(value, (next) => onChange(next || undefined));
  return (
    <>
      <Field
        label={label}
        list={known && id}
        maxLength={200}
        value={typed}
        hint={disabledReason}
        disabled={disabledReason !== undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      {known && (
        <datalist id={id}>
          {known.map((each) => (
            <option key={each} value={each} />
          ))}
        </datalist>
      )}
    </>
  );
}

import kit from '../kit.module.css';
import { useTypedFilter } from '../hooks/use-typed-filter.ts';

/** Renders a filter field, applied a moment after the last key press. */
export function TypedFilter({
  label,
  value,
  disabledReason,
  placeholder = label,
  isSearch = false,
  maxLength = 200,
  onChange,
}: {
  label: string;
  value: string;
  /** The reason why it is disabled; undefined = enabled. */
  disabledReason?: string | undefined;
  placeholder?: string;
  /** The key / moves the focus to it. */
  isSearch?: boolean;
  maxLength?: number;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useTypedFilter(value, onChange);
  return (
    <input
      type={isSearch ? 'search' : 'text'}
      className={`${kit.input} ${kit.filter}`}
      aria-label={label}
      placeholder={placeholder}
      title={disabledReason ?? label}
      disabled={disabledReason !== undefined}
      value={typed}
      maxLength={maxLength}
      {...(isSearch && { 'data-search': true })}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

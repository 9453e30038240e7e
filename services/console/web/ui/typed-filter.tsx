import { useEffect, useState } from 'react';
import kit from './kit.module.css';

/** A field of a filter that is applied a moment after the last key. */
export function TypedFilter({
  label,
  value,
  refusal,
  isSearch = false,
  onChange,
}: {
  label: string;
  value: string;
  /** Why it cannot be used; undefined = it can. */
  refusal?: string | undefined;
  /** The key / leads to it. */
  isSearch?: boolean;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === shown) return undefined;
    const timer = setTimeout(() => onChange(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed, shown, onChange]);
  return (
    <input
      type={isSearch ? 'search' : 'text'}
      className={`${kit.input} ${kit.filter}`}
      aria-label={label}
      placeholder={label}
      title={refusal ?? label}
      disabled={refusal !== undefined}
      value={typed}
      maxLength={200}
      {...(isSearch && { 'data-search': true })}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

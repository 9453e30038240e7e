import { useRef, useState, type ComponentProps } from 'react';
import { IconButton } from '../button.tsx';
import kit from '../kit.module.css';
import style from './date-input.module.css';
import { formatDateText, parseDateText } from './date-text.ts';

/**
 * Renders an input for a date, or a date and a time, in the form in which the console writes dates. Browsers write theirs in the form of
 * their own language. Their calendar opens beside it.
 */
export function DateInput({
  value,
  label,
  hasTime = false,
  onChange,
  ...rest
}: {
  /** In the form of `<input type="date">` or `datetime-local`; empty = none. */
  value: string;
  /** Read aloud at the button; the input has its own label. */
  label: string;
  hasTime?: boolean;
  /** Called with a date, or with an empty text. */
  onChange: (value: string) => void;
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'className'>) {
  const [typed, setTyped] = useState<string>();
  const calendar = useRef<HTMLInputElement>(null);
  const text = typed ?? formatDateText(value);
  const isWrong = typed !== undefined && typed.trim() !== '' && parseDateText(typed, hasTime) === undefined;
  function type(next: string) {
    setTyped(next);
    const parsed = next.trim() === '' ? '' : parseDateText(next, hasTime);
    if (parsed !== undefined) onChange(parsed);
  }
  return (
    <span className={style.date} data-time={hasTime}>
      <input
        aria-invalid={isWrong}
        {...rest}
        className={kit.input}
        type="text"
        autoComplete="off"
        placeholder={hasTime ? '28 Nov 2026, 14:05' : '28 Nov 2026'}
        title={isWrong ? `Use ${hasTime ? '28 Nov 2026, 14:05' : '28 Nov 2026'} or 2026-11-28.` : undefined}
        maxLength={40}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={() => !isWrong && setTyped(undefined)}
      />
      <IconButton
        icon="calendar"
        label={`Choose ${label.toLowerCase()}`}
        disabled={rest.disabled}
        onClick={() => calendar.current?.showPicker()}
      />
      <input
        ref={calendar}
        className={style.calendar}
        type={hasTime ? 'datetime-local' : 'date'}
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={(event) => {
          setTyped(undefined);
          onChange(event.target.value);
        }}
      />
    </span>
  );
}

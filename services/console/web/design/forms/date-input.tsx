import { useRef, useState, type ComponentProps } from 'react';
import { IconButton } from '../button.tsx';
import kit from '../kit.module.css';
import { isCommitKey } from '../hooks/use-commit-on-blur.ts';
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
  /** Called with a date, an empty text, or undefined if the text is not a date. */
  onChange: (value: string | undefined) => void;
} & Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type' | 'className'>) {
  const [typed, setTyped] = useState<string>();
  const calendar = useRef<HTMLInputElement>(null);
  const text = typed ?? formatDateText(value);
  const parse = (next: string) => (next.trim() === '' ? '' : parseDateText(next, hasTime));
  const isWrong = typed !== undefined && parse(typed) === undefined;
  const example = hasTime ? '28 Nov 2026, 14:05' : '28 Nov 2026';
  const message = `Use ${example} or 2026-11-28.`;
  /** Shows the date as the console writes it. A text that is not a date stays, so that the user can correct it. */
  const normalise = () => !isWrong && setTyped(undefined);
  return (
    <span className={style.date} data-time={hasTime}>
      <input
        ref={(input) => input?.setCustomValidity(isWrong ? message : '')}
        aria-invalid={isWrong}
        {...rest}
        className={kit.input}
        type="text"
        autoComplete="off"
        placeholder={example}
        title={message}
        maxLength={40}
        value={text}
        // Before the form checks the field on the same event.
        onInput={({ currentTarget: input }) =>
          input.setCustomValidity(parse(input.value) === undefined ? message : '')
        }
        onChange={({ target }) => {
          setTyped(target.value);
          onChange(parse(target.value));
        }}
        onBlur={normalise}
        onKeyDown={(event) => isCommitKey(event) && normalise()}
      />
      <IconButton
        icon="calendar"
        label={`Choose ${label.toLowerCase()}`}
        disabled={rest.disabled}
        onClick={({ currentTarget }) => {
          // Safari does not focus a clicked button, and MomentField commits the chosen date on blur.
          currentTarget.focus();
          calendar.current?.showPicker();
        }}
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

import { useId, useRef, useState } from 'react';
import type { Condition } from '../../api/types.ts';
import { focusSoon } from '../../design/hooks/focus-soon.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import style from './builder.module.css';
import { addedWords, takesNumbers, withoutValue, withTyped } from './model.ts';
import type { FieldProps } from './field-errors.ts';
import { getAttribute } from './words.ts';

/** Edits values as chips. Enter, a comma or leaving the field adds the input; lists can be pasted. */
export function ConditionValues({
  condition,
  fieldProps,
  suggested,
  onChange,
}: {
  condition: Condition;
  fieldProps: FieldProps;
  suggested: readonly { readonly slug: string; readonly name: string }[];
  onChange: (changed: Condition) => void;
}) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const field = useRef<HTMLSpanElement>(null);
  const { operator, values = [] } = condition;
  const [added, setAdded] = useState<{ to: Condition; words: string }>();
  function add(text: string) {
    setTyped('');
    if (text.trim() === '') return;
    const after = withTyped(condition, text);
    setAdded({ to: after, words: addedWords(text, (after.values ?? []).length - values.length) });
    onChange(after);
  }
  // The text belongs to the last addition. The next edit or a save replaces the condition.
  const words = added?.to === condition && typed === '' ? added.words : '';
  return (
    <span ref={field} className={style.values}>
      {values.slice(0, 50).map((value, index) => (
        <span key={String(value)} className={kit.chip}>
          {String(value)}
          <button
            type="button"
            aria-label={`Remove ${value}`}
            onClick={() => {
              onChange(withoutValue(condition, index));
              focusSoon(
                () =>
                  field.current?.querySelectorAll('button')[index] ?? field.current?.querySelector('input'),
              );
            }}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      {values.length > 50 && <span className={kit.hint}>and {values.length - 50} more</span>}
      <input
        aria-label={`Value of ${getAttribute(condition)}`}
        placeholder={values.length === 0 ? 'value' : 'add'}
        inputMode={takesNumbers(operator) ? 'decimal' : 'text'}
        list={suggested.length > 0 ? id : undefined}
        value={typed}
        {...fieldProps('values')}
        onChange={(event) =>
          event.target.value.endsWith(',') ? add(event.target.value) : setTyped(event.target.value)
        }
        onPaste={(event) => {
          const text = event.clipboardData.getData('text');
          if (!/[,\n]/.test(text)) return;
          event.preventDefault();
          add(text);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault();
            add(typed);
          } else if (event.key === 'Backspace' && typed === '' && values.length > 0) {
            onChange(withoutValue(condition, values.length - 1));
          }
        }}
        onBlur={() => add(typed)}
      />
      {values.length > 9 && <span className={kit.hint}>{values.length} values</span>}
      <span className={words === '' ? 'hidden-text' : kit.hint} role="status">
        {words}
      </span>
      {suggested.length > 0 && (
        <datalist id={id}>
          {suggested.map(({ slug, name }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </datalist>
      )}
    </span>
  );
}

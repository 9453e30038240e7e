import { useId, useState } from 'react';
import type { Condition, Group, Segment } from '../api/types.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import style from './builder.module.css';
import {
  addedWords,
  hasCase,
  newCondition,
  operatorsOf,
  properties,
  takesNumbers,
  takesValues,
  withCase,
  withCondition,
  withOperator,
  withoutValue,
  withProperty,
  withTyped,
} from './model.ts';
import { ReadOnlyConditions } from './read-only-conditions.tsx';
import { SaidLines } from './said-lines.tsx';
import { below, marker, type Mark, type Said } from './said.ts';
import { attributeOf, operatorWords } from './words.ts';

const nothingSaid: readonly Said[] = [];
const nothingKnown: Readonly<Record<string, readonly string[]>> = {};

/** Groups of conditions: "and" within a group, "or" between groups; no group = everybody. */
export function ConditionBuilder({
  groups,
  segments,
  isReadOnly,
  details = nothingSaid,
  known = nothingKnown,
  onChange,
}: {
  groups: readonly Group[];
  /** Those that may be named. Undefined = the conditions of a segment, which names no other. */
  segments?: readonly Segment[] | undefined;
  isReadOnly: boolean;
  /** What the server says of them, by path: `[0].all_of[1].values[2]`. */
  details?: readonly Said[];
  /** Values that may be suggested, by attribute. */
  known?: Readonly<Record<string, readonly string[]>>;
  onChange: (groups: readonly Group[]) => void;
}) {
  if (isReadOnly) return <ReadOnlyConditions groups={groups} />;
  const addGroup = (label: string) => (
    <Button kind="quiet" icon="plus" onClick={() => onChange([...groups, { all_of: [newCondition()] }])}>
      {label}
    </Button>
  );
  return (
    <div className={style.groups}>
      {groups.length === 0 && <p className={kit.hint}>Everybody</p>}
      {groups.map((group, at) => (
        // Groups and conditions have no names: their place is what they are.
        <div key={at} className={style.group}>
          {at > 0 && <span className={style.or}>or</span>}
          {group.all_of.map((condition, position) => (
            <ConditionRow
              key={position}
              condition={condition}
              segments={segments}
              word={position === 0 ? 'if' : 'and'}
              said={below(details, `[${at}].all_of[${position}]`)}
              known={known[attributeOf(condition)] ?? []}
              onChange={(changed) => onChange(withCondition(groups, [at, position], changed))}
            />
          ))}
          <div className={style.more}>
            <Button
              kind="quiet"
              icon="plus"
              onClick={() =>
                onChange(
                  groups.map((each, index) =>
                    index === at ? { all_of: [...each.all_of, newCondition()] } : each,
                  ),
                )
              }
            >
              and
            </Button>
            {at === groups.length - 1 && addGroup('or')}
          </div>
        </div>
      ))}
      {groups.length === 0 && <div>{addGroup('Add a condition')}</div>}
    </div>
  );
}

function ConditionRow({
  condition,
  segments,
  word,
  said,
  known,
  onChange,
}: {
  condition: Condition;
  segments: readonly Segment[] | undefined;
  word: string;
  said: readonly Said[];
  known: readonly string[];
  onChange: (changed: Condition | undefined) => void;
}) {
  const { property, custom_key: key, operator } = condition;
  const id = useId();
  const mark = marker(said, id);
  return (
    <div className={style.row}>
      <span className={style.word}>{word}</span>
      <select
        className={style.select}
        aria-label="Attribute"
        value={property}
        {...mark('property')}
        onChange={(event) => onChange(withProperty(condition, event.target.value))}
      >
        {properties
          .filter((each) => each !== 'segment' || segments !== undefined || each === property)
          .map((each) => (
            <option key={each} value={each}>
              {each === 'custom' ? 'custom…' : each}
            </option>
          ))}
      </select>
      {property === 'custom' && (
        <input
          className={`${kit.input} ${style.key}`}
          aria-label="Name of the custom attribute"
          placeholder="plan"
          value={key ?? ''}
          maxLength={200}
          {...mark('custom_key')}
          onChange={(event) =>
            onChange({ ...condition, custom_key: event.target.value.replace(/^custom\./, '') })
          }
        />
      )}
      <select
        className={style.select}
        aria-label="Comparison"
        value={operator}
        {...mark('operator')}
        onChange={(event) => onChange(withOperator(condition, event.target.value))}
      >
        {operatorsOf(property).map((each) => (
          <option key={each} value={each}>
            {operatorWords[each]}
          </option>
        ))}
      </select>
      {takesValues(operator) && (
        <Values
          condition={condition}
          mark={mark}
          suggested={
            property === 'segment' ? (segments ?? []) : known.map((value) => ({ slug: value, name: '' }))
          }
          onChange={onChange}
        />
      )}
      {hasCase(condition) && (
        <label className={style.case} title="Capital and small letters are the same">
          <input
            type="checkbox"
            checked={condition.ignore_case ?? false}
            onChange={(event) => onChange(withCase(condition, event.target.checked))}
          />
          any case
        </label>
      )}
      <IconButton
        icon="trash"
        label={`Remove the condition on ${attributeOf(condition)}`}
        onClick={() => onChange(undefined)}
      />
      <SaidLines said={said.map((each) => withValue(condition, each))} id={id} className={style.said} />
    </div>
  );
}

/** Of a path such as `values[2]` the value stands before what is said of it. */
function withValue({ values = [] }: Condition, { path, message }: Said): Said {
  const at = /^values\[(\d+)\]$/.exec(path)?.[1];
  return { path, message: at === undefined ? message : `${values[Number(at)] ?? ''} ${message}` };
}

/** Values as chips. Enter, a comma or leaving the field adds what was typed; a list may be pasted. */
function Values({
  condition,
  mark,
  suggested,
  onChange,
}: {
  condition: Condition;
  mark: Mark;
  suggested: readonly { readonly slug: string; readonly name: string }[];
  onChange: (changed: Condition) => void;
}) {
  const [typed, setTyped] = useState('');
  const id = useId();
  const { operator, values = [] } = condition;
  const [added, setAdded] = useState('');
  function add(text: string) {
    setTyped('');
    if (text.trim() === '') return;
    const after = withTyped(condition, text);
    setAdded(addedWords(text, (after.values ?? []).length - values.length));
    onChange(after);
  }
  return (
    <span className={style.values}>
      {values.slice(0, 50).map((value, index) => (
        <span key={String(value)} className={kit.chip}>
          {String(value)}
          <button
            type="button"
            aria-label={`Remove ${value}`}
            onClick={() => onChange(withoutValue(condition, index))}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      {values.length > 50 && <span className={kit.hint}>and {values.length - 50} more</span>}
      <input
        aria-label={`Value of ${attributeOf(condition)}`}
        placeholder={values.length === 0 ? 'value' : 'add'}
        inputMode={takesNumbers(operator) ? 'decimal' : 'text'}
        list={suggested.length > 0 ? id : undefined}
        value={typed}
        {...mark('values')}
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
      <span className={added === '' ? 'hidden-text' : kit.hint} role="status">
        {added}
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

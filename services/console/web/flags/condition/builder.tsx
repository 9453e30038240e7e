import type { Operator, Property } from '@bunting/evaluator/definition';
import { useId, useRef } from 'react';
import type { Condition, Group, Segment } from '../../api/types.ts';
import { Button, IconButton } from '../../design/button.tsx';
import { focusSoon } from '../../design/hooks/focus-soon.ts';
import kit from '../../design/kit.module.css';
import style from './builder.module.css';
import { ConditionValues } from './condition-values.tsx';
import { missingHint } from './missing-hint.ts';
import {
  hasCase,
  newCondition,
  getOperators,
  properties,
  takesValues,
  withCase,
  withCondition,
  withOperator,
  withProperty,
} from './model.ts';
import { ReadOnlyConditions } from './read-only-conditions.tsx';
import { FieldErrorLines } from './field-error-lines.tsx';
import { errorsUnder, createFieldProps, addValue, type FieldError } from './field-errors.ts';
import { getAttribute, operatorWords } from './words.ts';

const noErrors: readonly FieldError[] = [];
const nothingKnown: Readonly<Record<string, readonly string[]>> = {};

/** Edits groups of conditions: "and" within a group, "or" between groups; no group = everyone. */
export function ConditionBuilder({
  groups,
  segments,
  isReadOnly,
  details = noErrors,
  known = nothingKnown,
  onChange,
}: {
  groups: readonly Group[];
  /** The available segments. Absent for the conditions of a segment, which cannot use segments. */
  segments?: readonly Segment[] | undefined;
  isReadOnly: boolean;
  /** The errors of the server by path: `[0].all_of[1].values[2]`. */
  details?: readonly FieldError[];
  /** Suggested values by attribute. */
  known?: Readonly<Record<string, readonly string[]>>;
  onChange: (groups: readonly Group[]) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  if (isReadOnly) return <ReadOnlyConditions groups={groups} />;
  /** Focuses the first field of the condition at an index among all of them, or the button that adds one if there is none. */
  const focus = (index: number) =>
    focusSoon(() => {
      const rows = list.current?.querySelectorAll('[data-condition]');
      return (rows?.[Math.min(index, rows.length - 1)] ?? list.current)?.querySelector<HTMLElement>(
        'select, button',
      );
    });
  const indexOf = (at: number, position: number) =>
    groups.slice(0, at).reduce((sum, { all_of: all }) => sum + all.length, position);
  const addGroup = (label: string) => (
    <Button
      kind="quiet"
      icon="plus"
      onClick={() => {
        onChange([...groups, { all_of: [newCondition()] }]);
        focus(Infinity);
      }}
    >
      {label}
    </Button>
  );
  return (
    <div ref={list} className={style.groups}>
      {groups.length === 0 && <p className={kit.hint}>Everyone</p>}
      {groups.map((group, at) => (
        // Groups and conditions have no ids, so the index is the key.
        <div key={at} className={style.group}>
          {at > 0 && <span className={style.or}>or</span>}
          {group.all_of.map((condition, position) => (
            <ConditionRow
              key={position}
              condition={condition}
              segments={segments}
              word={position === 0 ? 'if' : 'and'}
              errors={errorsUnder(details, `[${at}].all_of[${position}]`)}
              known={known[getAttribute(condition)] ?? []}
              hint={missingHint(groups, group, condition)}
              onChange={(changed) => {
                onChange(withCondition(groups, [at, position], changed));
                if (changed === undefined) focus(indexOf(at, position));
              }}
            />
          ))}
          <div className={style.more}>
            <Button
              kind="quiet"
              icon="plus"
              onClick={() => {
                onChange(
                  groups.map((each, index) =>
                    index === at ? { all_of: [...each.all_of, newCondition()] } : each,
                  ),
                );
                focus(indexOf(at, group.all_of.length));
              }}
            >
              and
            </Button>
            {at === groups.length - 1 && addGroup('or')}
          </div>
        </div>
      ))}
      {groups.length === 0 && <div>{addGroup('Add condition')}</div>}
    </div>
  );
}

function ConditionRow({
  condition,
  segments,
  word,
  errors,
  known,
  hint,
  onChange,
}: {
  condition: Condition;
  segments: readonly Segment[] | undefined;
  word: string;
  errors: readonly FieldError[];
  known: readonly string[];
  hint: string | undefined;
  onChange: (changed: Condition | undefined) => void;
}) {
  const { property, custom_key: key, operator } = condition;
  const id = useId();
  const fieldProps = createFieldProps(errors, id);
  return (
    <div className={style.row} data-condition>
      <span className={style.word}>{word}</span>
      <select
        className={style.select}
        aria-label="Attribute"
        value={property}
        {...fieldProps('property')}
        onChange={(event) => onChange(withProperty(condition, event.target.value as Property))}
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
          aria-label="Custom attribute name"
          title="The name of a field of custom_data. A dot is part of the name, not a path."
          placeholder="plan"
          value={key ?? ''}
          maxLength={200}
          {...fieldProps('custom_key')}
          onChange={(event) =>
            onChange({ ...condition, custom_key: event.target.value.replace(/^custom\./, '') })
          }
        />
      )}
      {property === 'custom' && key?.includes('.') && (
        <span className={kit.hint}>The dot is part of the name</span>
      )}
      <select
        className={style.select}
        aria-label="Operator"
        value={operator}
        {...fieldProps('operator')}
        onChange={(event) => onChange(withOperator(condition, event.target.value as Operator))}
      >
        {getOperators(property).map((each) => (
          <option key={each} value={each}>
            {operatorWords[each]}
          </option>
        ))}
      </select>
      {takesValues(operator) && (
        <ConditionValues
          condition={condition}
          fieldProps={fieldProps}
          suggested={
            property === 'segment' ? (segments ?? []) : known.map((value) => ({ slug: value, name: '' }))
          }
          onChange={onChange}
        />
      )}
      {hasCase(condition) && (
        <label className={style.case} title="Treats capital and small letters as equal">
          <input
            type="checkbox"
            checked={condition.ignore_case ?? false}
            onChange={(event) => onChange(withCase(condition, event.target.checked))}
          />
          ignore case
        </label>
      )}
      <IconButton
        icon="trash"
        label={`Remove condition on ${getAttribute(condition)}`}
        onClick={() => onChange(undefined)}
      />
      {hint !== undefined && <p className={`${kit.hint} ${style.note}`}>{hint}</p>}
      <FieldErrorLines
        errors={errors.map((each) => addValue(condition, each))}
        id={id}
        className={style.errors}
      />
    </div>
  );
}

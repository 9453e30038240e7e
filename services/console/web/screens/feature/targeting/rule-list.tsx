import type { KeyboardEvent } from 'react';
import type { ErrorDetail } from '../../../api/api-error.ts';
import type { Rule, Segment, Variation } from '../../../api/types.ts';
import { ConditionBuilder } from '../../../flags/condition/builder.tsx';
import { knownValues } from '../../../flags/condition/known-values.ts';
import { FieldErrorLines } from '../../../flags/condition/field-error-lines.tsx';
import {
  errorsUnder,
  createFieldProps,
  noValue,
  type FieldProps,
} from '../../../flags/condition/field-errors.ts';
import { IconButton } from '../../../design/button.tsx';
import kit from '../../../design/kit.module.css';
import { focusSoon } from '../../../design/hooks/focus-soon.ts';
import { useFocusAdded } from '../../../design/hooks/use-focus-added.ts';
import { getRuleAnchor } from '../../../page/paths.ts';
import { useScrollToHash } from '../../../page/use-scroll-to-hash.ts';
import { findHints } from './hints.ts';
import { changeRule, moveRule, type Document } from './model.ts';
import { RuleMenu } from './rule-menu.tsx';
import { Serve } from './serve.tsx';
import style from './targeting.module.css';

interface ListOptions {
  readonly document: Document;
  /** The stored document. */
  readonly stored: Document;
  readonly variations: readonly Variation[];
  readonly segments: readonly Segment[];
  /** The errors of the server, by path in the document. */
  readonly details: readonly ErrorDetail[];
  /** Milliseconds. */
  readonly now: number;
  readonly isReadOnly: boolean;
  /** The rules do not apply: targeting is switched off, or the feature is not live. */
  readonly isUnapplied: boolean;
  readonly onChange: (document: Document) => void;
}

/** Edits the rules in their order. The first that matches decides. */
export function RuleList(options: ListOptions) {
  const rules = options.document.targeting?.rules ?? [];
  const known = knownValues(rules);
  const list = useFocusAdded<HTMLDivElement>(rules.length);
  /** Focuses the name of the rule at an index, or of the last one; without rules, the button that adds one. */
  const focus = (at: number) =>
    focusSoon(() => {
      const cards = list.current?.querySelectorAll('li');
      const card = cards?.[Math.min(at, cards.length - 1)];
      return card ? card.querySelector('input') : list.current?.nextElementSibling?.querySelector('button');
    });
  return (
    <div ref={list}>
      {rules.length === 0 ? (
        <p className={kit.hint}>No rules yet. Everyone gets the default below.</p>
      ) : (
        <ol className={style.rules}>
          {rules.map((rule, at) => (
            // Rules of drafts from older releases have no ids, so the index is the key.
            <RuleCard
              key={rule.id ?? at}
              {...options}
              {...{ rule, at, known }}
              count={rules.length}
              onFocus={focus}
            />
          ))}
        </ol>
      )}
    </div>
  );
}

interface CardOptions extends ListOptions {
  readonly rule: Rule;
  readonly at: number;
  readonly count: number;
  readonly known: ReturnType<typeof knownValues>;
  /** Focuses the rule at an index once it is rendered. */
  readonly onFocus: (at: number) => void;
}

function RuleCard(options: CardOptions) {
  const {
    rule,
    at,
    count,
    known,
    document,
    stored,
    variations,
    segments,
    details,
    now,
    isReadOnly,
    isUnapplied,
    onChange,
    onFocus,
  } = options;
  const id = getRuleAnchor(rule.id ?? String(at + 1));
  const { element, isLinked } = useScrollToHash<HTMLLIElement>(id);
  const change = (changed: Rule) => onChange(changeRule(document, at, changed));
  const before = stored.targeting?.rules.find((each) => each.id !== undefined && each.id === rule.id);
  const errors = errorsUnder(details, `targeting.rules[${at}]`);
  const ofRest = errors.filter(({ path }) => !path.startsWith('any_of'));
  const fieldProps = createFieldProps(ofRest, id);
  // The field already shows this error.
  const isShown = errors.some(({ path }) => path.endsWith('.values'));
  const hints = findHints(document, at, { segments, variations, now }).filter(
    (hint) => hint !== noValue || !isShown,
  );
  function press(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined || isReadOnly) return;
    event.preventDefault();
    onChange(moveRule(document, at, by));
    // The focus follows the rule.
    onFocus(Math.min(Math.max(at + by, 0), count - 1));
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt and an arrow move the rule, from any of its fields
    <li
      id={id}
      ref={element}
      className={style.rule}
      data-off={isUnapplied || rule.enabled === false}
      aria-current={isLinked ? 'location' : undefined}
      onKeyDown={press}
    >
      <RuleHead {...options} fieldProps={fieldProps} isNew={before === undefined} onChangeRule={change} />
      <ConditionBuilder
        groups={rule.any_of ?? []}
        segments={segments}
        isReadOnly={isReadOnly}
        details={errorsUnder(errors, 'any_of')}
        known={known}
        onChange={(groups) => change({ ...rule, any_of: groups })}
      />
      <Serve
        rule={rule}
        stored={before}
        variations={variations}
        now={now}
        isLast={at === count - 1}
        isReadOnly={isReadOnly}
        fieldProps={fieldProps}
        onChange={change}
      />
      {hints.map((hint) => (
        <p key={hint} className={style.hint}>
          {hint}
        </p>
      ))}
      <FieldErrorLines errors={ofRest} id={id} hasPaths />
    </li>
  );
}

function RuleHead({
  rule,
  at,
  count,
  document,
  isReadOnly,
  fieldProps,
  isNew,
  onChange,
  onChangeRule,
  onFocus,
}: CardOptions & { fieldProps: FieldProps; isNew: boolean; onChangeRule: (rule: Rule) => void }) {
  const label = rule.name || `Rule ${at + 1}`;
  return (
    <div className={style.ruleHead}>
      <span className={style.number}>{at + 1}</span>
      {isReadOnly ? (
        <h3>{label}</h3>
      ) : (
        <input
          className={style.ruleName}
          aria-label={`Name of rule ${at + 1}`}
          placeholder={`Rule ${at + 1}`}
          value={rule.name ?? ''}
          maxLength={200}
          {...fieldProps('name')}
          onChange={(event) => onChangeRule({ ...rule, name: event.target.value })}
        />
      )}
      {rule.enabled === false && <span className={kit.badge}>Disabled</span>}
      <span className={style.ruleActions}>
        {!isReadOnly && (
          <>
            <IconButton
              icon="up"
              label={`Move ${label} up`}
              disabled={at === 0}
              onClick={() => onChange(moveRule(document, at, -1))}
            />
            <IconButton
              icon="fall"
              label={`Move ${label} down`}
              disabled={at === count - 1}
              onClick={() => onChange(moveRule(document, at, 1))}
            />
          </>
        )}
        <RuleMenu {...{ document, at, label, isNew, isReadOnly, onChange, onChangeRule, onFocus }} />
      </span>
    </div>
  );
}

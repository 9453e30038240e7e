import type { KeyboardEvent } from 'react';
import type { Rule, Segment, Variation } from '../api/types.ts';
import { ConditionBuilder } from '../conditions/builder.tsx';
import { IconButton } from '../ui/button.tsx';
import kit from '../ui/kit.module.css';
import { Menu } from '../ui/menu.tsx';
import { changeRule, duplicateRule, hintsOf, moveRule, removeRule, type Document } from './model.ts';
import { Serve } from './serve.tsx';
import style from './targeting.module.css';

interface ListOptions {
  readonly document: Document;
  readonly variations: readonly Variation[];
  readonly segments: readonly Segment[];
  readonly isReadOnly: boolean;
  readonly onChange: (document: Document) => void;
}

/** Rules in their order: the first that matches decides. */
export function RuleList(options: ListOptions) {
  const rules = options.document.targeting?.rules ?? [];
  if (rules.length === 0) return <p className={kit.hint}>No rules: everybody gets what stands below.</p>;
  return (
    <ol className={style.rules}>
      {rules.map((rule, at) => (
        // A rule has no id, and two may have the same name: its place is what it is.
        <RuleCard key={at} {...options} rule={rule} at={at} count={rules.length} />
      ))}
    </ol>
  );
}

function RuleCard({
  rule,
  at,
  count,
  document,
  variations,
  segments,
  isReadOnly,
  onChange,
}: ListOptions & { rule: Rule; at: number; count: number }) {
  const change = (changed: Rule) => onChange(changeRule(document, at, changed));
  const label = rule.name || `Rule ${at + 1}`;
  const isOff = rule.enabled === false;
  function press(event: KeyboardEvent<HTMLElement>) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined || isReadOnly) return;
    event.preventDefault();
    const list = event.currentTarget.parentElement!;
    const to = Math.min(Math.max(at + by, 0), count - 1);
    onChange(moveRule(document, at, by));
    // The rule takes the focus along to its new place.
    requestAnimationFrame(() => list.children[to]?.querySelector('input')?.focus());
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Alt and an arrow move the rule, from any of its fields
    <li className={style.rule} data-off={isOff} onKeyDown={press}>
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
            onChange={(event) => change({ ...rule, name: event.target.value })}
          />
        )}
        {isOff && <span className={kit.badge}>disabled</span>}
        {!isReadOnly && (
          <span className={style.ruleActions}>
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
            <Menu
              trigger={<IconButton icon="more" label={`More for ${label}`} />}
              items={[
                {
                  key: 'copy',
                  icon: 'copy',
                  label: 'Duplicate',
                  run: () => onChange(duplicateRule(document, at)),
                },
                {
                  key: 'disable',
                  icon: isOff ? 'check' : 'close',
                  label: isOff ? 'Enable' : 'Disable',
                  run: () => change({ ...rule, enabled: isOff }),
                },
                {
                  key: 'delete',
                  icon: 'trash',
                  label: 'Delete',
                  run: () => onChange(removeRule(document, at)),
                },
              ]}
            />
          </span>
        )}
      </div>
      <ConditionBuilder
        groups={rule.any_of ?? []}
        segments={segments}
        isReadOnly={isReadOnly}
        onChange={(groups) => change({ ...rule, any_of: groups })}
      />
      <Serve rule={rule} variations={variations} isReadOnly={isReadOnly} onChange={change} />
      {hintsOf(document, at).map((hint) => (
        <p key={hint} className={style.hint}>
          {hint}
        </p>
      ))}
    </li>
  );
}

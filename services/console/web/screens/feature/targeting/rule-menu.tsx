import type { Rule } from '../../../api/types.ts';
import { IconButton } from '../../../design/button.tsx';
import { Menu } from '../../../design/floating/menu.tsx';
import { duplicateRule, firstStages, removeRule, withSchedule, withStages, type Document } from './model.ts';

/** What is done with a rule now and then. */
export function RuleMenu({
  document,
  at,
  label,
  now,
  onChange,
  onChangeRule,
  onFocus,
}: {
  document: Document;
  at: number;
  label: string;
  now: number;
  onChange: (document: Document) => void;
  onChangeRule: (rule: Rule) => void;
  /** The rule at a place gets the focus, once it is drawn. */
  onFocus: (at: number) => void;
}) {
  const rule = document.targeting!.rules[at]!;
  const isOff = rule.enabled === false;
  const inAWeek = new Date(now + 7 * 24 * 3_600_000).toISOString();
  return (
    <Menu
      trigger={<IconButton icon="more" label={`More for ${label}`} />}
      items={[
        {
          key: 'copy',
          icon: 'copy',
          label: 'Duplicate',
          run: () => {
            onChange(duplicateRule(document, at));
            onFocus(at + 1);
          },
        },
        {
          key: 'disable',
          icon: isOff ? 'check' : 'close',
          label: isOff ? 'Enable' : 'Disable',
          run: () => onChangeRule({ ...rule, enabled: isOff }),
        },
        {
          key: 'schedule',
          icon: 'clock',
          label: 'Schedule',
          refusal: rule.schedule ? 'It has a schedule.' : undefined,
          run: () => onChangeRule(withSchedule(rule, 'to', inAWeek)),
        },
        {
          key: 'stages',
          icon: 'up',
          label: 'Rollout in stages',
          refusal: rule.rollout?.stages ? 'It has stages.' : undefined,
          run: () => onChangeRule(withStages(rule, firstStages(now))),
        },
        {
          key: 'delete',
          icon: 'trash',
          label: 'Delete',
          run: () => {
            onChange(removeRule(document, at));
            onFocus(at);
          },
        },
      ]}
    />
  );
}

import type { Rule } from '../../../api/types.ts';
import { IconButton } from '../../../design/button.tsx';
import { Menu, type MenuItem } from '../../../design/floating/menu.tsx';
import { useCopyWithToast } from '../../../design/hooks/use-copy-with-toast.ts';
import { getRuleAnchor } from '../../../page/paths.ts';
import { duplicateRule, removeRule, type Document } from './model.ts';

interface RuleMenuOptions {
  readonly document: Document;
  readonly at: number;
  readonly label: string;
  /** The rule was never saved. */
  readonly isNew: boolean;
  readonly isReadOnly: boolean;
  readonly onChange: (document: Document) => void;
  readonly onChangeRule: (rule: Rule) => void;
  /** Focuses the rule at an index once it is rendered. */
  readonly onFocus: (at: number) => void;
}

/** Shows the less frequent actions on a rule. */
export function RuleMenu(options: RuleMenuOptions) {
  const { document, at, label, isNew, isReadOnly } = options;
  const copy = useCopyWithToast();
  const { id } = document.targeting!.rules[at]!;
  const link: MenuItem = {
    key: 'link',
    icon: 'link',
    label: 'Copy link to this rule',
    disabledReason: id === undefined || isNew ? 'Save the rule first' : undefined,
    run: () =>
      copy(new URL(`#${getRuleAnchor(id!)}`, window.location.href).href, 'Copied the link to this rule'),
  };
  return (
    <Menu
      trigger={<IconButton icon="more" label={`Actions for ${label}`} />}
      items={isReadOnly ? [link] : [...createChanges(options), link, createDeletion(options)]}
    />
  );
}

function createChanges({
  document,
  at,
  onChange,
  onChangeRule,
  onFocus,
}: RuleMenuOptions): readonly MenuItem[] {
  const rule = document.targeting!.rules[at]!;
  const isOff = rule.enabled === false;
  return [
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
  ];
}

function createDeletion({ document, at, onChange, onFocus }: RuleMenuOptions): MenuItem {
  return {
    key: 'delete',
    icon: 'trash',
    label: 'Delete',
    run: () => {
      onChange(removeRule(document, at));
      onFocus(at);
    },
  };
}

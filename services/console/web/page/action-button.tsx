import type { Action } from './actions.ts';
import { Button, Keys, type ButtonKind } from '../design/button.tsx';

/** Renders the button of an action: its label, shortcut and the reason why it is disabled. */
export function ActionButton({ action, kind }: { action: Action; kind?: ButtonKind }) {
  const { label, keys, icon, disabledReason, run } = action;
  return (
    <Button
      kind={kind}
      disabledReason={disabledReason}
      onClick={run}
      aria-keyshortcuts={keys?.replace('Ctrl ', 'Control+')}
      {...(icon && { icon })}
    >
      {label}
      {keys !== undefined && <Keys>{keys}</Keys>}
    </Button>
  );
}

import { focusSoon } from '../../../design/hooks/focus-soon.ts';
import style from './targeting.module.css';

/** Focuses the percentage at an index, or the last one, beside a button that adds or removes one. */
export function focusBeside(button: HTMLElement, at: number): void {
  focusField(button, 'input[type="number"]', at);
}

/** Focuses the start of the schedule beside the button that adds it. */
export function focusSchedule(button: HTMLElement): void {
  focusField(button, '[data-schedule] input', 0);
}

function focusField(button: HTMLElement, selector: string, at: number): void {
  const container = button.closest(`.${style.small}`);
  focusSoon(() => {
    const fields = container?.querySelectorAll<HTMLElement>(selector);
    return fields?.[Math.min(at, fields.length - 1)];
  });
}

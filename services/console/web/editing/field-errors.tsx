/** A button cannot be invalid: its container says so. */
export function focusFirstInvalid(): void {
  const invalid = '[aria-invalid="true"], [data-wrong="true"] :is(button, [role="switch"])';
  document.querySelector('main')?.querySelector<HTMLElement>(invalid)?.focus();
}

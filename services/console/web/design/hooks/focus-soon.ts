/**
 * Focuses an added element, or the neighbour of a removed one; otherwise a screen reader would start at the top of the page. Waits until it
 * is rendered and a closing menu has returned the focus.
 */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
}

/**
 * Gives the focus to what was made, or to the neighbour of what was removed: what had it is gone, and a reader would begin at the top of the
 * page. It waits until that is drawn, and until a menu that asked for it has given the focus back.
 */
export function focusSoon(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => requestAnimationFrame(() => find()?.focus()));
}

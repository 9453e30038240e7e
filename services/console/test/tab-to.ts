import type { Page } from '@bunting/testing/browser';

/** Goes on by Tab to what has this name, as its label or its text. Throws where it leads to no such thing. */
export async function tabTo(page: Page, name: string): Promise<void> {
  const names = `[document.activeElement, ...(document.activeElement.labels ?? [])].map(
    (each) => each.getAttribute('aria-label') ?? each.textContent)`;
  const passed: unknown[] = [];
  // After the last of them come the controls of the browser, and then the first.
  while (passed.length < 150) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<readonly string[]>(names);
    if (focused.some((each) => each.trim() === name)) return;
    passed.push(focused);
  }
  throw new Error(`Tab leads to no "${name}", but to ${JSON.stringify(passed)}.`);
}

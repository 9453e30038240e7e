/** Writes a text to the clipboard. Rejects where a page has none, on plain http. */
export function copyText(text: string): Promise<void> {
  return navigator.clipboard?.writeText(text) ?? Promise.reject(new Error('no clipboard'));
}

/**
 * How texts are compared without case: in lower case, letter by letter, so that what a text begins or ends with still does. Sigma is
 * one letter, also at the end of a word, where `toLowerCase` makes another of it.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}

/**
 * Folds case for comparison, letter by letter, so that prefixes and suffixes of a text stay prefixes and suffixes. Sigma stays one letter,
 * also at the end of a word, where `toLowerCase` uses a different one.
 */
export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}

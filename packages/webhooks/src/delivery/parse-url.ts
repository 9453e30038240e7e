/**
 * Parses a URL; undefined if it is none. Does not use `URL.canParse`, which on Node.js 20 refuses letters between ASCII and U+0100
 * after it has been optimised: https://bücher.example would be refused after some thousand sends.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

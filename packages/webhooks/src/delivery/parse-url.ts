/**
 * Undefined: it is not a URL. Not by `URL.canParse`, which on Node.js 20, once it is compiled for speed, takes no letter
 * between ASCII and U+0100: after some thousand sends https://bücher.example would be refused.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

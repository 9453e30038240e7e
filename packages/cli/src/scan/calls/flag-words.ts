import { clientWords } from '../languages/language.ts';

/** Any client that the tables know. */
export const anyClient = new RegExp(
  Object.values(clientWords)
    .map((word) => word.source)
    .join('|'),
  'i',
);

/** Names of objects on which flags are evaluated. */
export const receiverOfFlags = new RegExp(
  `client|flag|feature|toggle|experiment|variation|bunting|^ld$|^gb$|^growth$|^snapshot$|${anyClient.source}`,
  'i',
);

/** Folders called `features` are too common for names such as `value`. */
const importsFlagsOrToggles = /^.{0,200}\b(?:import|require|from)\b.{0,200}(?:flag|toggle)/im;
/** Imports stand at the beginning of a file. */
const headLength = 8_192;

/** Returns whether a file imports something with "flag" or "toggle" in its name. */
export function importsFlags(text: string): boolean {
  return importsFlagsOrToggles.test(text.slice(0, headLength));
}

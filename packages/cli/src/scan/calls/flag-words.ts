import { clientWords } from '../languages/language.ts';

/** Any client that the tables know. */
export const anyClient = new RegExp(
  Object.values(clientWords)
    .map((word) => word.source)
    .join('|'),
  'i',
);

/** What an object is called on which flags are asked for. */
export const receiverOfFlags = new RegExp(
  `client|flag|feature|toggle|experiment|variation|bunting|^ld$|^gb$|^growth$|^snapshot$|${anyClient.source}`,
  'i',
);

/**
 * Kinds of environment key. `server`: a secret that evaluates and sends events. `datafile`: the same, and may read the whole datafile.
 * `client`: public; it gets client variables alone.
 */
export const keyKinds = ['server', 'client', 'datafile'] as const;

/** The kinds of keys, which differ in their rights. */
export type KeyKind = (typeof keyKinds)[number];

/**
 * The third group of a UUID of version 8, by which people and SDKs recognise the kind. What a key may do its row decides.
 */
export const keyGroups = { client: '8c11', datafile: '8da7' } as const;

/** Returns the kind that the form of a key shows. */
export function getShownKind(key: string): KeyKind {
  const third = key.slice(14, 18).toLowerCase();
  if (third === keyGroups.client) return 'client';
  return third === keyGroups.datafile ? 'datafile' : 'server';
}

/**
 * Kinds of environment key. `server`: a secret that evaluates and sends events. `datafile`: the same, and may read the whole datafile.
 * `client`: public; it gets client variables alone.
 */
export const keyKinds = ['server', 'client', 'datafile'] as const;

/** What a key may do. */
export type KeyKind = (typeof keyKinds)[number];

import type { Client } from './calls/call-pattern.ts';

/** How a reference was found, the most telling first: where two say the same of a line, the first is kept. */
export const ways = ['call', 'constant', 'url', 'pattern', 'quoted'] as const;
export type Way = (typeof ways)[number];

/** A place in a file that names a key. */
export interface Found {
  /** Lower-cased. */
  readonly key: string;
  /** 1-based. */
  readonly line: number;
  readonly snippet: string;
  readonly way: Way;
  readonly client: Client | 'Bunting' | undefined;
  /** The whole line is a comment. */
  readonly isComment: boolean;
}

/** A call whose key is a constant's. */
export interface ConstantUse extends Omit<Found, 'key' | 'way'> {
  readonly path: readonly string[];
  readonly offset: number;
}

export interface FileFindings {
  /** Index in the list of files. */
  readonly file: number;
  readonly found: readonly Found[];
  readonly uses: readonly ConstantUse[];
  /** Words of its import lines, and what they rename: both only where there are uses. */
  readonly importWords: readonly string[];
  readonly renames: readonly (readonly [local: string, original: string])[];
}

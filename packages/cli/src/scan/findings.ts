import type { Client } from './languages/language.ts';

/**
 * The ways of finding a reference. Of two references with the same key and line, the one whose way comes first is
 * kept.
 */
export const ways = ['call', 'constant', 'url', 'pattern', 'quoted'] as const;
export type Way = (typeof ways)[number];

/** A line of a file that names a key. */
export interface Found {
  /** Lower-cased. */
  readonly key: string;
  /** 1-based. */
  readonly line: number;
  readonly snippet: string;
  readonly way: Way;
  readonly client: Client | undefined;
  /** The whole line is a comment. */
  readonly isComment: boolean;
}

/** A call that passes a constant. The path is that of the constant: `Flags.CHECKOUT` → ['Flags', 'CHECKOUT']. */
export interface ConstantUse extends Omit<Found, 'key' | 'way'> {
  readonly path: readonly string[];
  readonly offset: number;
}

export interface FileFindings {
  /** Index in the list of files. */
  readonly file: number;
  readonly found: readonly Found[];
  readonly uses: readonly ConstantUse[];
  /** Words and renames of the import lines; empty if there are no uses. */
  readonly importWords: readonly string[];
  readonly renames: readonly (readonly [local: string, original: string])[];
}

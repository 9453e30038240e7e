export const providers = ['github', 'gitlab', 'bitbucket'] as const;

export type Provider = (typeof providers)[number];

/** A body as contract §2.5 describes it, checked; its references are ready for PostgreSQL. */
export interface Snapshot {
  readonly head: SnapshotHead;
  /** Number of references received. */
  readonly accepted: number;
  /** Lower-cased key → how many references name it. */
  readonly keys: ReadonlyMap<string, { readonly count: number }>;
  /** The references in the order in which they were received, in pieces of PostgreSQL's binary format of COPY. */
  readonly rows: readonly Buffer[];
  /** SHA-256 of the rows: snapshots with the same hash have the same references. */
  readonly hash: Buffer;
}

export interface SnapshotHead {
  /** Slug, lower-cased. */
  readonly project: string;
  readonly provider: Provider;
  readonly repository: string;
  readonly branch: string;
  readonly commitSha: string | null;
}

/** One occurrence of a key in the code. */
export interface Reference {
  /** Lower-cased. */
  readonly key: string;
  readonly file: string;
  readonly lineNumber: number | null;
  /** At most 500 characters. */
  readonly snippet: string | null;
}

/** Members of a reference as they were sent; objects and lists are replaced by `{}`. */
export interface Entry {
  key: unknown;
  file: unknown;
  line_number: unknown;
  snippet: unknown;
}

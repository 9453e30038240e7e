/** A fragment as it lies in PostgreSQL and in Redis. */
export interface StoredFragment {
  readonly kind: 'feature' | 'segment' | 'access';
  readonly id: string;
  /** The document as JSON; null is a tombstone. */
  readonly text: string | null;
}

/** Some fragments of one environment. After the last page the reader holds the state of that page's version. */
export interface FragmentPage {
  readonly version: number;
  readonly fragments: readonly StoredFragment[];
}

/** A fragment as it is stored in PostgreSQL and in Redis. */
export interface StoredFragment {
  readonly kind: 'feature' | 'segment' | 'access';
  readonly id: string;
  /** The document as JSON; null = a tombstone, or a document that is too long to be read. */
  readonly text: string | null;
  /** Bytes of a document that is too long to be read. */
  readonly unreadBytes?: number;
}

/** Some fragments of one environment. All pages together are the state of the last page's version. */
export interface FragmentPage {
  readonly version: number;
  readonly fragments: readonly StoredFragment[];
  /** Whether no page follows. */
  readonly isLast: boolean;
}

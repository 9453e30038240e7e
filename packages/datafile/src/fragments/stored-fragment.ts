/** A fragment as it lies in PostgreSQL and in Redis. */
export interface StoredFragment {
  readonly kind: 'feature' | 'segment' | 'access';
  readonly id: string;
  /** The document as JSON; null is a tombstone, or a document that is too long to be read. */
  readonly text: string | null;
  /** How long that document is. */
  readonly unreadBytes?: number;
}

/** Some fragments of one environment. After the last page the reader holds the state of that page's version. */
export interface FragmentPage {
  readonly version: number;
  readonly fragments: readonly StoredFragment[];
  /** Whether no page follows. */
  readonly isLast: boolean;
}

import { fragmentsPerPage, maxDocumentBytes } from './page-statement.ts';

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

/** A row of `pageStatement`. */
export interface PageRow {
  readonly environment_version: string;
  readonly version: string | null;
  readonly kind: StoredFragment['kind'];
  readonly entity_id: string;
  readonly text: string | null;
  /** Bytes of the document; null = a tombstone. */
  readonly bytes: number | null;
  readonly candidates: string | null;
}

/**
 * Reads the fragments above a version page by page; `ask` runs `pageStatement` with the given values. The next page is requested while
 * the caller works on the one before, so PostgreSQL and the evaluator do not wait for each other.
 */
export async function* readPagesOf(
  ask: (values: unknown[]) => Promise<readonly PageRow[]>,
  environmentId: string,
  aboveVersion: number,
): AsyncGenerator<FragmentPage> {
  // 'z' sorts after every kind, so that nothing of the version itself is read.
  let asked = ask([environmentId, aboveVersion, 'z', environmentId]);
  for (;;) {
    const rows = await asked;
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    const fragments = rows.filter((row) => row.version !== null).map(toFragment);
    const isLast = fragments.length < fragmentsPerPage && Number(first.candidates) === fragments.length;
    if (!isLast) {
      asked = ask([environmentId, last.version, last.kind, last.entity_id]);
      // A caller that stops early never awaits this page, and its failure must not end the process.
      asked.catch(() => {});
    }
    yield { version: Number(first.environment_version), fragments, isLast };
    if (isLast) return;
  }
}

function toFragment({ kind, entity_id: id, text, bytes }: PageRow): StoredFragment {
  const isUnread = bytes !== null && bytes > maxDocumentBytes;
  return { kind, id, text, ...(isUnread && { unreadBytes: bytes }) };
}

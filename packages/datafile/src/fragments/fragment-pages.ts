import { fragmentsPerPage, maxDocumentBytes } from './page-statement.ts';
import type { FragmentPage, StoredFragment } from './stored-fragment.ts';

interface FragmentRow {
  readonly environment_version: string;
  readonly version: string;
  readonly kind: StoredFragment['kind'];
  readonly entity_id: string;
  readonly text: string | null;
  /** Bytes of the document; null = a tombstone. */
  readonly bytes: number | null;
  readonly candidates: string;
}

/** The environment is there, and no more fragments of it. */
type LastRow = Pick<FragmentRow, 'environment_version'> & {
  readonly [Column in Exclude<keyof FragmentRow, 'environment_version'>]: null;
};

export type PageRow = FragmentRow | LastRow;

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

function toFragment({ kind, entity_id: id, text, bytes }: FragmentRow): StoredFragment {
  const isUnread = bytes !== null && bytes > maxDocumentBytes;
  return { kind, id, text, ...(isUnread && { unreadBytes: bytes }) };
}

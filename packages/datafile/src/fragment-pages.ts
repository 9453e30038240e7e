import { fragmentsPerPage, longestDocumentBytes } from './page-statement.ts';
import type { FragmentPage, StoredFragment } from './stored-fragment.ts';

interface FragmentRow {
  readonly environment_version: string;
  readonly version: string;
  readonly kind: StoredFragment['kind'];
  readonly entity_id: string;
  readonly text: string | null;
  /** Of the document; null = a tombstone. */
  readonly bytes: number | null;
  readonly candidates: string;
}

/** The environment is there, and no more fragments of it. */
type LastRow = Pick<FragmentRow, 'environment_version'> & {
  readonly [Column in Exclude<keyof FragmentRow, 'environment_version'>]: null;
};

export type PageRow = FragmentRow | LastRow;

/** Page by page, what `ask` answers to `pageStatement` with these values. */
export async function* readPagesOf(
  ask: (values: unknown[]) => Promise<readonly PageRow[]>,
  environmentId: string,
  aboveVersion: number,
): AsyncGenerator<FragmentPage> {
  // Sorts after every kind, so that nothing of the version itself is read again.
  let after: unknown[] = [aboveVersion, 'z', environmentId];
  for (;;) {
    const rows = await ask([environmentId, ...after]);
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    const fragments = rows.filter((row) => row.version !== null).map(toFragment);
    const isLast = fragments.length < fragmentsPerPage && Number(first.candidates) === fragments.length;
    yield { version: Number(first.environment_version), fragments, isLast };
    if (isLast) return;
    after = [last.version, last.kind, last.entity_id];
  }
}

function toFragment({ kind, entity_id: id, text, bytes }: FragmentRow): StoredFragment {
  const isUnread = bytes !== null && bytes > longestDocumentBytes;
  return { kind, id, text, ...(isUnread && { unreadBytes: bytes }) };
}

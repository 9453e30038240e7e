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
  /** True for the last page. */
  readonly isLast: boolean;
}

/** A row of `pageStatement` with a fragment. */
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

/** The only row of an environment that has no further fragments. */
type LastRow = Pick<FragmentRow, 'environment_version'> & {
  readonly [Column in Exclude<keyof FragmentRow, 'environment_version'>]: null;
};

export type PageRow = FragmentRow | LastRow;

/**
 * Reads the fragments above a version page by page; `ask` runs `pageStatement` with the given values. When a whole environment is read,
 * from its second page on the next page is requested while the caller works on the one before, so PostgreSQL and the evaluator do not
 * wait for each other. A caller that stops after one page causes no further query.
 */
export async function* readFragmentPages(
  ask: (values: unknown[]) => Promise<readonly PageRow[]>,
  environmentId: string,
  aboveVersion: number,
): AsyncGenerator<FragmentPage> {
  // 'z' sorts after every kind, so that nothing of the version itself is read.
  let after: unknown[] = [aboveVersion, 'z', environmentId];
  let ahead: Promise<readonly PageRow[]> | undefined;
  for (let page = 1; ; page++) {
    const rows = await (ahead ?? ask([environmentId, ...after]));
    const [first, last] = [rows[0], rows.at(-1)];
    if (!first || !last) return;
    const fragments = rows.filter((row) => row.version !== null).map(toFragment);
    const isLast = fragments.length < fragmentsPerPage && Number(first.candidates) === fragments.length;
    after = [last.version, last.kind, last.entity_id];
    ahead = isLast || aboveVersion >= 0 || page === 1 ? undefined : ask([environmentId, ...after]);
    // A caller that stops early never awaits this page, and its failure must not end the process.
    ahead?.catch(() => {});
    yield { version: Number(first.environment_version), fragments, isLast };
    if (isLast) return;
  }
}

function toFragment({ kind, entity_id: id, text, bytes }: FragmentRow): StoredFragment {
  const isUnread = bytes !== null && bytes > maxDocumentBytes;
  return { kind, id, text, ...(isUnread && { unreadBytes: bytes }) };
}

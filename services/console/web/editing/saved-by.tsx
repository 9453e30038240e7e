import { Link } from '@tanstack/react-router';
import kit from '../design/kit.module.css';
import { paths } from '../page/paths.ts';
import { changesOf, savedBy } from './who-saved.ts';

/** What somebody else has saved in the document that is being edited. */
export interface SavedBy {
  /** A name, or the address. */
  readonly by: string;
  readonly address: string;
  /** Who else saved some of it. */
  readonly others: readonly string[];
  readonly count: number;
  /** Of the last of them. */
  readonly changeId: string | null;
}

/** A line in an edited document: "Grace saved 2 changes just now · View changes". */
export function SavedByLine({ org, saved }: { org: string; saved: SavedBy | undefined }) {
  return (
    <div role="status">
      {saved && (
        <p className={kit.savedBy}>
          <span title={saved.address}>{savedBy(saved, changesOf(saved.count))}</span> just now ·{' '}
          <Link
            to={paths.auditLog}
            params={{ org }}
            search={saved.changeId === null ? {} : { change: saved.changeId }}
          >
            View changes
          </Link>
        </p>
      )}
    </div>
  );
}

import { Link } from '@tanstack/react-router';
import style from './saved-by.module.css';
import { paths } from '../page/paths.ts';
import { formatChanges, savedBy } from './who-saved.ts';

/** Changes that somebody else saved in the edited document. */
interface SavedBy {
  /** A name or an e-mail address. */
  readonly by: string;
  readonly address: string;
  /** Other people who saved. */
  readonly others: readonly string[];
  readonly count: number;
  /** The last change. */
  readonly changeId: string | null;
}

/** Shows "Grace saved 2 changes just now · View changes" in an edited document. */
export function SavedByLine({ org, saved }: { org: string; saved: SavedBy | undefined }) {
  return (
    <div role="status">
      {saved && (
        <p className={style.savedBy}>
          <span title={saved.address}>{savedBy(saved, formatChanges(saved.count))}</span> just now ·{' '}
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

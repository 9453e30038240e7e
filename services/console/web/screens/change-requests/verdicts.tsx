import type { ChangeRequest } from '../../api/types.ts';
import kit from '../../design/kit.module.css';
import { Time } from '../../design/time.tsx';
import style from './change-requests.module.css';

/** Lists the verdicts of people, oldest first. Those of earlier revisions no longer count. */
export function Verdicts({
  request: { verdicts, revision },
  getName,
}: {
  request: ChangeRequest;
  getName: (email: string) => string;
}) {
  return (
    <ul className={style.verdicts}>
      {verdicts.map(({ by, verdict, at, comment, revision: read }) => (
        <li key={by}>
          <p>
            <b>{getName(by)}</b> {verdict === 'approve' ? 'approved' : 'requested changes of'} revision {read}
            <span className={kit.hint}>
              {' '}
              · <Time at={at} />
              {read !== revision && ' · no longer counts, because there is a later revision'}
            </span>
          </p>
          {comment !== null && <p className={style.description}>{comment}</p>}
        </li>
      ))}
    </ul>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import type { AuditRecord } from '../../api/types.ts';
import { Time } from '../../design/time.tsx';
import style from './history.module.css';
import { laterThan } from './model.ts';
import { historyQuery } from '../../api/queries/audit-records.ts';
import { Why } from './why.tsx';

const shownChanges = 5;

/** Renders the later changes of the same resource, newest first. */
export function LaterChanges({ org, record }: { org: string; record: AuditRecord }) {
  const { data } = useInfiniteQuery(historyQuery(org, laterThan(record)));
  const later = data?.pages[0]?.items.filter(({ id }) => id > record.id) ?? [];
  if (later.length === 0) return null;
  return (
    <>
      <p>Changed since:</p>
      <ul className={style.lines}>
        {later.slice(0, shownChanges).map(({ id, actor, at, changes, comment }) => (
          <li key={id}>
            {actor}, <Time at={at} />: {changes[0]}
            {changes.length > 1 && ` and ${changes.length - 1} more`}
            {comment !== null && (
              <>
                {' ('}
                <Why org={org} comment={comment} />)
              </>
            )}
          </li>
        ))}
        {later.length > shownChanges && <li>and earlier changes</li>}
      </ul>
    </>
  );
}

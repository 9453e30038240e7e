import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InProject } from '../../api/queries/project.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { Time } from '../../design/time.tsx';
import style from './code-references.module.css';
import { unreferencedQuery } from '../../api/queries/code-references.ts';
import { statusNames } from '../../flags/status-badge.tsx';

/** Variables that no latest scan found. */
export function Unreferenced({ target }: { target: InProject }) {
  const query = useInfiniteQuery(unreferencedQuery(target));
  const items = query.data?.pages.flatMap((page) => page.items);
  return (
    <section className={style.part} aria-label="Unreferenced variables">
      <h2>Unreferenced variables</h2>
      <QueryBoundary
        of={{ data: items, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
        height={80}
        isEmpty={(found) => found.length === 0}
        empty={<p className={kit.hint}>Your code uses every variable.</p>}
      >
        {(found) => (
          <ul className={kit.card}>
            {found.map(({ slug, feature, feature_status: status, last_seen_at: seen }) => (
              <li key={slug} className={style.line}>
                <code>{slug}</code>
                <span className={kit.hint}>
                  of{' '}
                  <Link to={paths.feature} params={{ ...target, feature }}>
                    {feature}
                  </Link>
                  {' · '}
                  {statusNames[status]}
                  {' · '}
                  {seen === null ? (
                    'Never found in code'
                  ) : (
                    <>
                      Last found in code <Time at={seen} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
      {query.hasNextPage && <Button onClick={() => void query.fetchNextPage()}>More variables</Button>}
    </section>
  );
}

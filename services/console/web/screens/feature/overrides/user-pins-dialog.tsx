import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OfServing } from '../../../api/queries/project.ts';
import type { Environment } from '../../../api/types.ts';
import { userPinsQuery } from '../../../api/queries/overrides.ts';
import { QueryBoundary } from '../../../design/query-boundary.tsx';
import { Button } from '../../../design/button.tsx';
import { Dialog } from '../../../design/floating/dialog.tsx';
import kit from '../../../design/kit.module.css';
import { paths } from '../../../page/paths.ts';
import { Time } from '../../../design/time.tsx';
import style from './overrides.module.css';

/** Lists a user's overrides in an environment, over all features. */
export function UserPinsDialog({
  target,
  environment,
  user,
  onClose,
}: {
  target: OfServing;
  environment: Environment;
  user: string;
  onClose: () => void;
}) {
  const query = useQuery(userPinsQuery(target, user));
  return (
    <Dialog isOpen onClose={onClose} title={`Overrides for ${user} in ${environment.name}`}>
      <QueryBoundary
        of={query}
        height={80}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={kit.hint}>No overrides for this user</p>}
      >
        {({ items, next_cursor: more }) => (
          <>
            <ul className={style.ofUser}>
              {items.map(
                ({ feature, feature_name: name, variation, note, created_by: by, created_at: at }) => (
                  <li key={feature}>
                    <Link
                      to={paths.overrides}
                      params={{ ...target, feature }}
                      search={{ text: user }}
                      onClick={feature === target.feature ? onClose : undefined}
                    >
                      {name || feature}
                    </Link>{' '}
                    gets <code>{variation}</code>
                    <span className={kit.hint}>
                      {' '}
                      by {by ?? 'unknown'}, <Time at={at} />
                      {note !== null && `: ${note}`}
                    </span>
                  </li>
                ),
              )}
            </ul>
            {more !== null && <p className={kit.hint}>Showing the first {items.length} features</p>}
          </>
        )}
      </QueryBoundary>
      <div className={kit.actions}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

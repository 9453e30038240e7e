import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OfServing } from '../api/queries.ts';
import type { Environment } from '../api/types.ts';
import { userPinsQuery } from '../pins/queries.ts';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/floating/dialog.tsx';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { Time } from '../ui/time.tsx';
import style from './overrides.module.css';

/** Everything that is pinned for a user in an environment, over all features. */
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
    <Dialog isOpen onClose={onClose} title={`Pinned for ${user} in ${environment.name}`}>
      <Answer
        of={query}
        height={80}
        isEmpty={({ items }) => items.length === 0}
        empty={<p className={kit.hint}>Nothing is pinned for this user.</p>}
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
                      by {by ?? 'nobody that was recorded'}, <Time at={at} />
                      {note !== null && `: ${note}`}
                    </span>
                  </li>
                ),
              )}
            </ul>
            {more !== null && <p className={kit.hint}>These are the first {items.length} features.</p>}
          </>
        )}
      </Answer>
      <div className={kit.actions}>
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

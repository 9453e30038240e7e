import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { OfServing } from '../api/queries.ts';
import { servedQuery } from '../api/served-query.ts';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { Time } from '../ui/time.tsx';
import style from './targeting.module.css';

/** Who set what is served here, and when. Its line is there before it is known, so that nothing moves. */
export function LastChange({ target }: { target: OfServing }) {
  const { data } = useQuery(servedQuery(target));
  const changed = data?.[target.env]?.changed;
  return (
    <p className={`${kit.hint} ${style.lastChange}`}>
      {changed && (
        <>
          Changed by {changed.by}, <Time at={changed.at} />:{' '}
          <Link to={paths.history} params={target}>
            history
          </Link>
        </>
      )}
    </p>
  );
}

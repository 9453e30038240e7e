import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { maxCounted, requestsOfFeatureQuery } from '../../api/queries/change-requests.ts';
import type { OfFeature } from '../../api/queries/project.ts';
import { Icon } from '../../design/icons.tsx';
import { formatMoment } from '../../design/format-time.ts';
import { describeSchedule } from '../../flags/change-requests/words.ts';
import { paths } from '../../page/paths.ts';
import style from './feature.module.css';

/** Shows the open change requests of a feature in a line: the only one with its schedule, of several the number and the next time. */
export function OpenRequests({ target }: { target: OfFeature }) {
  const { data: requests = [] } = useQuery(requestsOfFeatureQuery(target));
  const [only, ...others] = requests;
  if (only === undefined) return null;
  const { org, project, feature } = target;
  return (
    <p className={style.requests}>
      <Icon name="propose" size={14} />
      {others.length === 0 ? (
        <span>
          <Link to={paths.changeRequest} params={{ org, project, number: String(only.number) }}>
            #{only.number} {only.title}
          </Link>{' '}
          {describeSchedule(only)}
        </span>
      ) : (
        <span>
          <Link to={paths.changeRequests} params={{ org, project }} search={{ feature }}>
            {requests.length}
            {requests.length === maxCounted && ' or more'} open change requests
          </Link>
          {describeNext(requests.flatMap(({ apply: { at } }) => at ?? []))}
        </span>
      )}
    </p>
  );
}

function describeNext(times: readonly string[]): string {
  const [first] = times.toSorted();
  return first === undefined ? '' : `, the first applies ${formatMoment(first)}`;
}

import { useQuery } from '@tanstack/react-query';
import { environmentsQuery, type OfFeature } from '../../api/queries/project.ts';
import { servedQuery } from '../../api/served-query.ts';
import type { Feature } from '../../api/types.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Icon } from '../../design/icons.tsx';
import style from './feature.module.css';
import { servedThen, type Status } from './model.ts';

/** Lists what each environment will serve under a status. */
export function ServedThen({
  target,
  feature,
  status,
}: {
  target: OfFeature;
  feature: Feature;
  status: Status;
}) {
  const served = useQuery(servedQuery(target));
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  return (
    <QueryBoundary of={served} height={60}>
      {(data) => (
        <dl className={style.then}>
          {servedThen(status, feature, data, environments).map(({ environment, isProtected, serves }) => (
            <div key={environment} data-protected={isProtected}>
              <dt>
                {isProtected && <Icon name="lock" size={14} />}
                {environment}
                {isProtected && <span className="hidden-text">, protected</span>}
              </dt>
              <dd>{serves}</dd>
            </div>
          ))}
        </dl>
      )}
    </QueryBoundary>
  );
}

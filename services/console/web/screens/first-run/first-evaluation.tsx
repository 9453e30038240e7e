import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { featureQuery, type InProject } from '../../api/queries/project.ts';
import type { ListedFeature } from '../../api/types.ts';
import { useNow } from '../../design/hooks/use-now.ts';
import { useOnce } from '../../design/hooks/use-once.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { getReasonName } from '../../flags/reasons.ts';
import { paths } from '../../page/paths.ts';
import style from './first-run.module.css';
import { findLastEvaluated, lastUsed, secondsAgo } from './model.ts';
import { evaluationsQuery, usedKeysQuery } from './queries.ts';

/** Waits for the first evaluation of the feature, and shows its value and key. */
export function FirstEvaluation({
  org,
  project,
  env,
  feature,
  onSeen,
}: InProject & { env: string; feature: ListedFeature; onSeen: () => void }) {
  const target = { org, project, feature: feature.slug };
  const { data, error } = useQuery(evaluationsQuery(target));
  const asked = data && findLastEvaluated(data.items);
  const environment = asked?.environment ?? env;
  const now = useNow(1_000);
  const isSoon = asked !== undefined && now - Date.parse(asked.at) < 60_000;
  const { data: keys } = useQuery({
    ...usedKeysQuery({ org, project, env: environment }, { isSoon }),
    enabled: asked !== undefined,
  });
  const { data: whole } = useQuery(featureQuery(target));
  useOnce(asked !== undefined, onSeen);
  if (asked === undefined) {
    return (
      <p className={style.waiting} role="status">
        <span className={style.beat} aria-hidden="true" />
        {error ? `${error.message} Retrying…` : 'Waiting for the first evaluation…'}
      </p>
    );
  }
  const { line, at } = asked;
  const variable = line?.variable ?? feature.variables[0]?.slug ?? feature.slug;
  const value = whole?.body.variations.find(({ slug }) => slug === line?.variation)?.values[variable];
  const four = lastUsed(keys?.items ?? [])?.last_four;
  return (
    <>
      <p className={style.seen} role="status">
        <Icon name="check" />
        <span>
          <b>{variable}</b> evaluated {secondsAgo(at, now)}
          {four !== undefined && ` with key …${four}`} in {environment}
          {line && (
            <>
              : <code>{typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')}</code>,{' '}
              {getReasonName(line.reason)}
            </>
          )}
        </span>
      </p>
      <h3>Next steps</h3>
      <ul className={style.next}>
        <li>
          <Link to={paths.serving} params={{ ...target, env: environment }}>
            Target some of your users
          </Link>{' '}
          <span className={kit.hint}>rules of {feature.name || feature.slug}</span>
        </li>
        <li>
          <Link to={paths.explain} params={{ org, project }} search={{ env: environment, variable }}>
            Explain an evaluation
          </Link>
        </li>
        <li>
          <Link to={paths.environments} params={{ org, project }}>
            Create keys for other environments
          </Link>
        </li>
      </ul>
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../api/queries.ts';
import { Icon } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import { byEnvironment } from './model.ts';
import type { OfSegment } from './queries.ts';
import style from './segments.module.css';

/** Every environment in which something else would be served, with the features. */
export function Touches({
  org,
  project,
  touches,
  omitted,
}: OfSegment & {
  touches: readonly { readonly environment: string; readonly protected: boolean; readonly feature: string }[];
  omitted: number;
}) {
  const { data: environments = [] } = useQuery(environmentsQuery({ org, project }));
  if (touches.length === 0) return <p className={kit.hint}>No rule names it, so nothing else is served.</p>;
  return (
    <section className={style.touches} aria-label="Where something else is served">
      {byEnvironment(touches).map(([env, of]) => {
        const features = [...new Set(of.map(({ feature }) => feature))];
        return (
          <p key={env} className={of[0]!.protected ? kit.protected : undefined}>
            {of[0]!.protected && <Icon name="lock" />}
            <span>
              <b>{environments.find(({ slug }) => slug === env)?.name ?? env}</b>:{' '}
              {features.slice(0, 12).join(', ')}
              {features.length > 12 && ` and ${features.length - 12} more features`}
            </span>
          </p>
        );
      })}
      {omitted > 0 && <p className={kit.hint}>and {omitted} more places</p>}
    </section>
  );
}

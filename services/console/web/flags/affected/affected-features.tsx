import { groupByEnvironment } from './group-by-environment.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import style from './affected-features.module.css';

/** A feature in an environment that a change affects. */
interface AffectedFeature {
  readonly environment: string;
  readonly protected: boolean;
  readonly feature: string;
}

/** Lists the affected features by environment. */
export function AffectedFeatures({
  touches,
  omitted,
  environments,
}: {
  touches: readonly AffectedFeature[];
  omitted: number;
  environments: readonly { readonly slug: string; readonly name: string }[];
}) {
  return (
    <section className={style.affected} aria-label="Affected environments">
      {groupByEnvironment(touches).map(([env, of]) => {
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
      {omitted > 0 && <p className={kit.hint}>and {omitted} more</p>}
    </section>
  );
}

import { Link } from '@tanstack/react-router';
import type { OfServing } from '../../../api/queries/project.ts';
import kit from '../../../design/kit.module.css';
import { paths } from '../../../page/paths.ts';

const maxShown = 10;

/** Lists the features whose prerequisites name a variable of this one. */
export function RequiredBy({
  target,
  features,
}: {
  target: OfServing;
  features: readonly { readonly feature: string }[];
}) {
  if (features.length === 0) return null;
  const others = features.length - maxShown;
  return (
    <p className={kit.hint}>
      Required by{' '}
      {features.slice(0, maxShown).map(({ feature }, index) => (
        <span key={feature}>
          {index > 0 && ', '}
          <Link to={paths.serving} params={{ ...target, feature }}>
            {feature}
          </Link>
        </span>
      ))}
      {others > 0 && ` and ${others} more`}: a change here can change what{' '}
      {features.length === 1 ? 'it serves' : 'they serve'}.
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ErrorDetail } from '../../../api/api-error.ts';
import { environmentsQuery, type OfServing } from '../../../api/queries/project.ts';
import { environmentUsageQuery } from '../../../api/queries/environments.ts';
import type { Rule } from '../../../api/types.ts';
import kit from '../../../design/kit.module.css';
import { percent } from '../../../flags/variation/percent.ts';
import { findUsedLimits, mayBeCostly } from './limits.ts';

/** Says which limits the stored rules are near to, and which the draft exceeds, before it is saved. */
export function LimitsUsed({
  target,
  rules,
  errors,
}: {
  target: OfServing;
  rules: readonly Rule[];
  /** The errors of the draft. */
  errors: readonly ErrorDetail[];
}) {
  const { data } = useQuery({ ...environmentUsageQuery(target), enabled: mayBeCostly(rules) });
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const exceeded = errors.filter(({ code, path }) => code === 'limit' && path === '');
  const name = environments.find(({ slug }) => slug === target.env)?.name ?? target.env;
  const feature = data?.heaviest_features.find((each) => each.feature === target.feature);
  const used = data ? findUsedLimits(feature, data.cost_us, name) : [];
  if (exceeded.length > 0) {
    return (
      <div className={kit.notice} role="status">
        <b>Too costly to save</b>
        {exceeded.map(({ message }) => (
          <span key={message}>{message}</span>
        ))}
      </div>
    );
  }
  return used.map(({ what, share }) => (
    <p key={what} className={kit.hint}>
      Limits: {percent(Math.min(Math.round(share * 100), 100))} of the allowed {what} is used.
    </p>
  ));
}

import { useQuery } from '@tanstack/react-query';
import type { OfServing } from '../../../api/queries/project.ts';
import type { Variation } from '../../../api/types.ts';
import { formatCount } from '../../../design/count.ts';
import kit from '../../../design/kit.module.css';
import { VariationName } from '../../../flags/variation/variation-mark.tsx';
import { percent } from '../../../flags/variation/percent.ts';
import { answeredQuery } from './queries.ts';

/** Shows "Last 7 days: 41,200 evaluations ▼ off 88% ▼ one-page 12%". */
export function SevenDays({ target, variations }: { target: OfServing; variations: readonly Variation[] }) {
  const { data } = useQuery(answeredQuery(target));
  const found = data?.items.find(({ environment }) => environment === target.env);
  if (found === undefined) return null;
  const counts = new Map<string, number>();
  for (const { variation, count } of found.last_7_days) {
    counts.set(variation ?? '', (counts.get(variation ?? '') ?? 0) + count);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return <p className={kit.hint}>No evaluations in the last 7 days</p>;
  return (
    <p className={kit.named}>
      <span className={kit.hint}>Last 7 days: {formatCount(total, 'evaluation')}</span>
      {[...counts].map(([variation, count]) => (
        <span key={variation} className={kit.named}>
          {variation === '' ? 'no value' : <VariationName slug={variation} variations={variations} />}
          {percent(Math.round((count / total) * 1_000) / 10)}
        </span>
      ))}
    </p>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { environmentsQuery } from '../../api/queries/project.ts';
import { groupByEnvironment } from '../../flags/affected/group-by-environment.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { getRuleAnchor, paths } from '../../page/paths.ts';
import type { OfSegment, SegmentUse } from '../../api/queries/segments.ts';
import style from './segments.module.css';

/** Lists the rules that use the segment, as links. */
export function UsedBy({ org, project, uses }: OfSegment & { uses: readonly SegmentUse[] }) {
  const { data: environments = [] } = useQuery(environmentsQuery({ org, project }));
  return (
    <section className={`${kit.card} ${style.used}`} aria-labelledby="used-by">
      <h2 id="used-by">Used by</h2>
      {uses.length === 0 && <p className={kit.hint}>No rule uses it. You can delete it.</p>}
      {groupByEnvironment(uses).map(([env, rules]) => (
        <div key={env}>
          <h3>
            {rules[0]!.protected && <Icon name="lock" size={12} />}{' '}
            {environments.find(({ slug }) => slug === env)?.name ?? env}
            {rules[0]!.protected && <span className="hidden-text">, protected</span>}
          </h3>
          <ul>
            {rules.map(({ feature, feature_name: name, rule, rule_id: ruleId, rule_name: ruleName }) => (
              <li key={`${feature} ${ruleId}`}>
                <Link to={paths.serving} params={{ org, project, feature, env }} hash={getRuleAnchor(ruleId)}>
                  {name || feature}, rule {rule}
                  {ruleName && ` “${ruleName}”`}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

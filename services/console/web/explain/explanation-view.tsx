import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { featureQuery } from '../api/queries.ts';
import type { Condition, Explanation } from '../api/types.ts';
import { attributeOf, operatorOf } from '../conditions/words.ts';
import { Icon } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { VariationName, type NamedVariation } from '../ui/pennant.tsx';
import style from './explain.module.css';
import { outcomeWords, reasonWords, sawOf, type ExplainedRule } from './model.ts';

/** The value first, then who decided it, then every rule with what it saw. */
export function ExplanationView({
  explanation: { result, feature, rules, decided_by: decidedBy },
  org,
  project,
  env,
}: {
  explanation: Explanation;
  org: string;
  project: string;
  env: string;
}) {
  const target = { org, project, feature: result.feature ?? '' };
  const { data } = useQuery({ ...featureQuery(target), enabled: result.feature !== null });
  const variations = data?.body.variations ?? [];
  return (
    <>
      <div className={style.result}>
        <code className={style.value}>{JSON.stringify(result.value)}</code>
        {result.variation !== null && <VariationName slug={result.variation} variations={variations} />}
      </div>
      <p>
        {reasonWords[result.reason] ?? ''} <code className={style.reason}>{result.reason}</code>
      </p>
      {feature && (
        <p className={kit.hint}>
          {feature.override !== null && <>Pinned to {feature.override}. </>}
          Targeting is {feature.targeting}; the default is {feature.default ?? 'nothing'}.{' '}
          <Link to={paths.serving} params={{ ...target, env }}>
            Open {feature.slug}
          </Link>
        </p>
      )}
      <ol className={style.rules}>
        {rules.map((rule) => (
          <RuleView
            key={rule.number}
            rule={rule}
            variations={variations}
            isAfter={isAfter(rule, decidedBy.rule)}
          />
        ))}
      </ol>
    </>
  );
}

/** Rules after the one that decided are shown with what they would do. */
const isAfter = (rule: ExplainedRule, decided: number | null) => decided !== null && rule.number > decided;

function RuleView({
  rule,
  variations,
  isAfter: isDimmed,
}: {
  rule: ExplainedRule;
  variations: readonly NamedVariation[];
  isAfter: boolean;
}) {
  const { number, name, outcome, decides, serves, split, rollout, bucketing } = rule;
  return (
    <li className={style.rule} data-decides={decides} data-dimmed={isDimmed}>
      <p className={style.ruleHead}>
        <b>
          {number} {name || `Rule ${number}`}
        </b>
        {decides ? (
          <span className={kit.named}>
            decides: serves {serves !== null && <VariationName slug={serves} variations={variations} />}
          </span>
        ) : (
          <span className={kit.hint}>
            {outcomeWords[outcome] ?? outcome}
            {isDimmed && outcome === 'serves' ? ', but an earlier rule decided' : ''}
          </span>
        )}
      </p>
      {rule.any_of.map((group, at) => (
        <ul key={at} className={style.conditions}>
          {at > 0 && <li className={kit.hint}>or</li>}
          {group.all_of.map((condition, target) => (
            <ConditionView key={target} condition={condition} />
          ))}
        </ul>
      ))}
      {rollout && rollout.percentage < 100 && (
        <p className={kit.hint}>
          Rollout {rollout.percentage} %: bucket {rollout.bucket?.toLocaleString('en-GB') ?? 'none'} is{' '}
          {rollout.passes ? 'in' : 'out'}.
        </p>
      )}
      {split && split.bucket !== null && (
        <p className={kit.hint}>
          Bucket {split.bucket.toLocaleString('en-GB')} of 100,000 by {bucketing?.attribute ?? 'nothing'}:{' '}
          {split.ranges.map(({ variation, from, below, hit }) => (
            <span key={variation} className={hit ? style.hit : undefined}>
              {variation} {from.toLocaleString('en-GB')} to {(below - 1).toLocaleString('en-GB')}{' '}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}

type ExplainedCondition = ExplainedRule['any_of'][number]['all_of'][number];

function ConditionView({ condition }: { condition: ExplainedCondition }) {
  const { holds, attribute } = condition;
  const written = condition as unknown as Condition;
  return (
    <li className={style.condition} data-holds={holds}>
      <Icon name={holds ? 'check' : 'close'} size={14} />
      <span className="hidden-text">{holds ? 'true:' : 'false:'}</span>
      <code>{attributeOf(written)}</code>
      <span>{operatorOf(written)}</span>
      <code>{(written.values ?? []).slice(0, 8).map(String).join(', ')}</code>
      <span className={style.saw}>{sawOf(attribute)}</span>
    </li>
  );
}

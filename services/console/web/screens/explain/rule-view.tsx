import { Link } from '@tanstack/react-router';
import type { Condition, Explanation } from '../../api/types.ts';
import { getAttribute, getOperatorWords } from '../../flags/condition/words.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { getRuleAnchor, paths } from '../../page/paths.ts';
import { VariationName, type NamedVariation } from '../../flags/variation/variation-mark.tsx';
import { Time } from '../../design/time.tsx';
import { BucketBar } from './bucket-bar.tsx';
import style from './explain.module.css';
import {
  outcomeWords,
  describeAttribute,
  type ExplainedCondition,
  type ExplainedGroup,
  type ExplainedRule,
} from './model.ts';

interface InEnvironment {
  readonly org: string;
  readonly project: string;
  readonly feature: string;
  readonly env: string;
}

/** Renders a rule with the values its conditions saw. Rules after the one that decided are dimmed. */
export function RuleView({
  rule,
  explanation: { decided_by: decidedBy, segments },
  variations,
  target,
}: {
  rule: ExplainedRule;
  explanation: Explanation;
  variations: readonly NamedVariation[];
  target: InEnvironment;
}) {
  const { number, id, name, decides, serves, schedule } = rule;
  // If an earlier step decided, no rule was evaluated.
  const isAfter = decidedBy.line < 6 || (decidedBy.rule !== null && number > decidedBy.rule);
  const served = serves !== null && <VariationName slug={serves} variations={variations} />;
  return (
    <li className={style.rule} data-decides={decides} data-dimmed={isAfter}>
      <div className={style.ruleHead}>
        <span>
          <b>{number}</b>{' '}
          <Link
            to={paths.serving}
            params={target}
            title="Open rule"
            {...(id !== null && { hash: getRuleAnchor(id) })}
          >
            {name || `Rule ${number}`}
          </Link>
        </span>
        {decides ? (
          <span className={kit.named}>Decided: serves {served}</span>
        ) : (
          <span className={`${kit.named} ${kit.hint}`}>
            {isAfter && serves !== null ? (
              <>Would serve {served}</>
            ) : (
              (outcomeWords[rule.outcome] ?? rule.outcome)
            )}
          </span>
        )}
      </div>
      <Groups groups={rule.any_of} omitted={rule.groups_omitted} segments={segments} target={target} />
      {schedule !== null && (
        <p className={kit.hint}>
          Its schedule is {schedule.state}
          {schedule.from !== null && (
            <>
              , from <Time at={schedule.from} />
            </>
          )}
          {schedule.to !== null && (
            <>
              , until <Time at={schedule.to} />
            </>
          )}
          .
        </p>
      )}
      <BucketBar rule={rule} variations={variations} />
    </li>
  );
}

type Segments = Explanation['segments'];

/** Renders groups of conditions: all conditions of one group must match. */
function Groups({
  groups,
  omitted = 0,
  segments,
  target,
}: {
  groups: readonly ExplainedGroup[];
  omitted?: number | undefined;
  segments: Segments;
  target: InEnvironment;
}) {
  if (groups.length === 0) return <p className={kit.hint}>Everyone</p>;
  return (
    <div>
      {groups.map((group, at) => (
        <div key={at}>
          {at > 0 && <p className={style.or}>or</p>}
          <ul>
            {group.all_of.map((condition, index) => (
              <ConditionView key={index} {...{ condition, segments, target }} />
            ))}
            {(group.conditions_omitted ?? 0) > 0 && (
              <li className={kit.hint}>and {group.conditions_omitted} more conditions</li>
            )}
          </ul>
        </div>
      ))}
      {omitted > 0 && <p className={kit.hint}>or {omitted} more groups</p>}
    </div>
  );
}

const shownValues = 8;

function ConditionView({
  condition,
  segments,
  target,
}: {
  condition: ExplainedCondition;
  segments: Segments;
  target: InEnvironment;
}) {
  const {
    holds,
    malformed,
    attribute,
    segments: named = [],
    values_omitted: omitted = 0,
  } = condition as ExplainedCondition & {
    segments?: readonly { slug: string; exists: boolean; holds: boolean }[];
  };
  const written = condition as unknown as Condition;
  const values = written.values ?? [];
  const more = values.length - shownValues + omitted;
  return (
    <li>
      <div className={style.condition} data-holds={holds}>
        <Icon name={holds ? 'check' : 'close'} size={14} />
        <span className="hidden-text">{holds ? 'true:' : 'false:'}</span>
        <code>{getAttribute(written)}</code>
        <span>{getOperatorWords(written)}</span>
        {named.length > 0
          ? named.map(({ slug, exists }) => (
              <Link key={slug} to={paths.segment} params={{ ...target, segment: slug }} title="Open segment">
                {slug}
                {!exists && ' (missing)'}
              </Link>
            ))
          : values.length > 0 && <code>{values.slice(0, shownValues).map(String).join(', ')}</code>}
        {more > 0 && <span>and {more} more</span>}
        <span className={style.saw}>
          {malformed ? 'never matches, because its values are invalid' : describeAttribute(attribute)}
        </span>
      </div>
      {named.map(({ slug }) => {
        const segment = segments.find((each) => each.slug === slug);
        return (
          segment?.exists && (
            <div key={slug} className={style.segment}>
              <Groups
                groups={segment.any_of}
                omitted={segment.groups_omitted}
                segments={segments}
                target={target}
              />
            </div>
          )
        );
      })}
    </li>
  );
}

import { getCommentReason } from '../../api/session/denied-reason.ts';
import { useCan } from '../../api/session/use-can.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { featureQuery } from '../../api/queries/project.ts';
import type { Environment, Explanation } from '../../api/types.ts';
import { PinDialog } from '../../flags/overrides/pin-dialog.tsx';
import { Button } from '../../design/button.tsx';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { VariationName, type NamedVariation } from '../../flags/variation/variation-mark.tsx';
import style from './explain.module.css';
import { explainReason, shortValue, listSteps, type Step } from './model.ts';
import type { Question } from './queries.ts';
import { PrerequisiteList } from './prerequisite-list.tsx';
import { RuleView } from './rule-view.tsx';

const none: readonly NamedVariation[] = [];

/** Shows the value, the seven steps of precedence, and how every rule saw the user. */
export function ExplanationView({
  explanation,
  question: { org, project, env, user },
  environment,
  isTried = false,
}: {
  explanation: Explanation;
  question: Question;
  environment: Environment;
  /** A draft is explained, so that there are no actions. */
  isTried?: boolean;
}) {
  const { result, feature, rules, decided_by: decidedBy } = explanation;
  const target = { org, project, feature: result.feature ?? '', env };
  const { data } = useQuery({ ...featureQuery(target), enabled: result.feature !== null });
  const variations = data?.body.variations ?? none;
  const nameOf = (variation: string) => variations.find(({ slug }) => slug === variation)?.name || variation;
  return (
    <>
      <header className={style.result}>
        <code className={style.value}>
          {result.value === null ? 'nothing' : shortValue(result.value, 400)}
        </code>
        {result.variation !== null && <VariationName slug={result.variation} variations={variations} />}
        <span className={style.reason}>
          <code>{result.reason}</code>
          {decidedBy.rule !== null && `, rule ${decidedBy.rule}`}
        </span>
      </header>
      <p>{explainReason(explanation)}</p>
      {feature !== null && !isTried && (
        <div className={`${style.actions} ${kit.wraps}`}>
          <Link className={kit.button} to={paths.serving} params={target}>
            Open {data?.body.name || feature.slug}
          </Link>
          <Pinning target={target} user={user['id']} environment={environment} variations={variations} />
        </div>
      )}
      <ol className={style.steps}>
        {listSteps(explanation, nameOf).map((step) => (
          <StepView key={step.line} step={step}>
            {step.line === 6 && explanation.prerequisites.length > 0 && (
              <PrerequisiteList prerequisites={explanation.prerequisites} target={{ org, project, env }} />
            )}
            {step.line === 6 && rules.length > 0 && (
              <ol className={style.rules}>
                {rules.map((rule) => (
                  <RuleView
                    key={rule.number}
                    rule={rule}
                    explanation={explanation}
                    variations={variations}
                    target={target}
                  />
                ))}
                {explanation.rules_omitted > 0 && (
                  <li className={kit.hint}>
                    {explanation.rules_omitted} more rules are not shown; none of them decides.
                  </li>
                )}
              </ol>
            )}
          </StepView>
        ))}
      </ol>
      {explanation.limits_exceeded.length > 0 && (
        <p className={kit.notice}>
          Beyond a limit and treated as missing:{' '}
          {explanation.limits_exceeded
            .map(({ kind, path, limit }) => `${kind} ${path ?? ''} (${limit})`)
            .join('; ')}
          .
        </p>
      )}
    </>
  );
}

const marks = { passed: 'Passed', decided: 'Decided', rest: 'Not evaluated' } as const;

function StepView({ step: { line, text, state }, children }: { step: Step; children: React.ReactNode }) {
  return (
    <li className={style.step} data-state={state}>
      <span className={style.mark}>
        {state === 'passed' ? (
          <Icon name="check" size={12} />
        ) : state === 'decided' ? (
          <Icon name="play" size={12} />
        ) : (
          line
        )}
      </span>
      <div className={style.stepBody}>
        <p>
          {text}
          <span className="hidden-text"> ({marks[state]})</span>
        </p>
        {children}
      </div>
    </li>
  );
}

function Pinning({
  target,
  user,
  environment,
  variations,
}: {
  target: { org: string; project: string; feature: string; env: string };
  user: unknown;
  environment: Environment;
  variations: readonly NamedVariation[];
}) {
  const [isPinning, setPinning] = useState(false);
  const isNobody = typeof user !== 'string' || user === '';
  const disabledReason =
    useCan(target.org, 'serve', environment).reason ??
    getCommentReason(environment) ??
    (isNobody ? 'Overrides need a user id.' : undefined);
  return (
    <>
      <Button disabledReason={disabledReason} onClick={() => setPinning(true)}>
        Override for this user
      </Button>
      {isPinning && !isNobody && (
        <PinDialog
          target={target}
          environment={environment}
          variations={variations}
          users={user}
          onClose={() => setPinning(false)}
        />
      )}
    </>
  );
}

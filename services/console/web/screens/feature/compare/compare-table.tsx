import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { OfFeature } from '../../../api/queries/project.ts';
import type { Environment, Feature, Serving, Targeting } from '../../../api/types.ts';
import kit from '../../../design/kit.module.css';
import { paths } from '../../../page/paths.ts';
import { VariationName } from '../../../flags/variation/variation-mark.tsx';
import style from './compare.module.css';
import { getTargetingState, targetingStates } from '../../../flags/targeting-states.ts';
import { compare, summarise, type ComparedRule } from './model.ts';
import { RuleInWords } from './rule-in-words.tsx';

export interface Sides {
  readonly target: OfFeature;
  readonly feature: Feature;
  readonly left: Environment;
  readonly right: Environment;
}

/** Renders a row per comparable part. Differences are marked, also for screen readers. */
export function CompareTable({
  target,
  feature: { variables, variations },
  left,
  right,
  one,
  other,
}: Sides & { one: Serving; other: Serving }) {
  const sides = [one, other] as const;
  const [ours, theirs] = [one.targeting, other.targeting] as [Targeting | null, Targeting | null];
  const compared = compare({ ...one, targeting: ours }, { ...other, targeting: theirs }, variables);
  const head = (environment: Environment) => (
    <th scope="col">
      <Link to={paths.serving} params={{ ...target, env: environment.slug }}>
        {environment.name}
      </Link>
    </th>
  );
  return (
    <>
      <p>{summarise(compared)}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div className={`${kit.card} ${kit.scroll}`} tabIndex={0} role="group" aria-label="Both environments">
        <table className={`${kit.table} ${style.table}`}>
          <thead>
            <tr>
              <th scope="col">Part</th>
              {head(left)}
              {head(right)}
              <th scope="col">Difference</th>
            </tr>
          </thead>
          <tbody>
            <Row
              label="Targeting"
              sides={[ours, theirs].map((targeting) => targetingStates[getTargetingState(targeting)])}
              differs={compared.stateDiffers && 'Different'}
            />
            {compared.rules.map((row, index) => (
              <Row
                key={index}
                label={row.left?.rule.name || row.right?.rule.name || 'Rule'}
                sides={[row.left, row.right].map((side, at) =>
                  side ? <RuleInWords key={at} {...side} variations={variations} /> : nothing('–'),
                )}
                differs={words(row.kind, left.name, right.name)}
              />
            ))}
            {variables.map(({ slug }) => (
              <Row
                key={slug}
                label={
                  <>
                    Default of <code>{slug}</code>
                  </>
                }
                sides={sides.map(({ defaults }, at) => {
                  const served = defaults[slug] ?? null;
                  if (served === null) return nothing('Not set');
                  return <VariationName key={at} slug={served} variations={variations} />;
                })}
                differs={compared.defaults.includes(slug) && 'Different'}
              />
            ))}
            <Row
              label="Overrides"
              sides={sides.map(({ overrides }) => overrides.count)}
              differs={compared.overridesDiffer && 'Different'}
            />
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({
  label,
  sides,
  differs,
}: {
  label: ReactNode;
  sides: readonly ReactNode[];
  /** The difference in words; empty if there is none. */
  differs: string | false;
}) {
  return (
    <tr data-differs={Boolean(differs)}>
      <th scope="row">{label}</th>
      {sides.map((side, at) => (
        <td key={at}>{side}</td>
      ))}
      <td>{differs}</td>
    </tr>
  );
}

const nothing = (text: string) => <span className={kit.hint}>{text}</span>;

function words(kind: ComparedRule['kind'], left: string, right: string): string {
  return {
    same: '',
    moved: 'Other position',
    differs: 'Different',
    left: `${left} only`,
    right: `${right} only`,
  }[kind];
}

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { environmentsQuery, featureQuery, servingQuery, type OfFeature } from '../api/queries.ts';
import type { Environment, Feature, Serving, Targeting } from '../api/types.ts';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import { paths } from '../ui/paths.ts';
import { VariationName } from '../ui/pennant.tsx';
import style from './compare.module.css';
import { compareRules, summaryOf } from './model.ts';
import { RuleInWords } from './rule-in-words.tsx';

const from = '/framed/o/$org/p/$project/features/$feature/compare';

/** Two environments side by side. Which they are stands in the address. */
export function ComparePage() {
  const target = useParams({ from });
  const named = useSearch({ from });
  const navigate = useNavigate();
  const query = useQuery(environmentsQuery(target));
  const { data: feature } = useQuery(featureQuery(target));
  return (
    <Answer
      of={query}
      height={240}
      isEmpty={(all) => all.length < 2}
      empty={<p>There is one environment alone.</p>}
    >
      {(environments) => {
        const left = environments.find(({ slug }) => slug === named.left) ?? environments[0]!;
        const right =
          environments.find(({ slug }) => slug === named.right && slug !== left.slug) ??
          environments.find(({ slug }) => slug !== left.slug)!;
        const show = (search: { left: string; right: string }) =>
          void navigate({ to: paths.compare, params: target, search, replace: true });
        return (
          <section className={style.compare} aria-label={`${left.name} and ${right.name}`}>
            <div className={style.choice}>
              <Choice
                label="Environment on the left"
                value={left}
                environments={environments}
                onChange={(slug) => show({ left: slug, right: slug === right.slug ? left.slug : right.slug })}
              />
              <Button onClick={() => show({ left: right.slug, right: left.slug })}>Exchange</Button>
              <Choice
                label="Environment on the right"
                value={right}
                environments={environments}
                onChange={(slug) => show({ left: slug === left.slug ? right.slug : left.slug, right: slug })}
              />
            </div>
            {feature && <Both target={target} feature={feature.body} left={left} right={right} />}
          </section>
        );
      }}
    </Answer>
  );
}

function Choice({
  label,
  value,
  environments,
  onChange,
}: {
  label: string;
  value: Environment;
  environments: readonly Environment[];
  onChange: (slug: string) => void;
}) {
  return (
    <span className={kit.named}>
      {value.protected && <Icon name="lock" size={14} />}
      <select
        className={kit.input}
        aria-label={label}
        value={value.slug}
        onChange={(event) => onChange(event.target.value)}
      >
        {environments.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
}

interface Sides {
  readonly target: OfFeature;
  readonly feature: Feature;
  readonly left: Environment;
  readonly right: Environment;
}

function Both(sides: Sides) {
  const [left, right] = [
    useQuery(servingQuery({ ...sides.target, env: sides.left.slug })),
    useQuery(servingQuery({ ...sides.target, env: sides.right.slug })),
  ];
  return (
    <Answer
      of={{
        data: left.data && right.data && [left.data.body, right.data.body],
        error: left.error ?? right.error,
        refetch: () => Promise.all([left.refetch(), right.refetch()]),
        dataUpdatedAt: Math.min(left.dataUpdatedAt, right.dataUpdatedAt),
      }}
      height={240}
      isEmpty={() => false}
      empty={null}
    >
      {([one, other]) => <Table {...sides} one={one!} other={other!} />}
    </Answer>
  );
}

/** A row for each thing that may differ. What differs is marked, and says so to those who do not see marks. */
function Table({
  target,
  feature: { variables, variations },
  left,
  right,
  one,
  other,
}: Sides & { one: Serving; other: Serving }) {
  const [ours, theirs] = [one.targeting, other.targeting] as [Targeting | null, Targeting | null];
  const rules = compareRules(ours, theirs);
  const state = (targeting: Targeting | null) =>
    targeting === null ? 'none' : targeting.enabled ? 'on' : 'off';
  const defaultOf = (serving: Serving, variable: string) => {
    const served = serving.defaults[variable] ?? null;
    return served === null ? (
      <span className={kit.hint}>nothing</span>
    ) : (
      <VariationName slug={served} variations={variations} />
    );
  };
  const head = (environment: Environment) => (
    <th scope="col">
      <Link to={paths.serving} params={{ ...target, env: environment.slug }}>
        {environment.name}
      </Link>
    </th>
  );
  const stateDiffers = state(ours) !== state(theirs);
  return (
    <>
      <p>{summaryOf(rules)}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div className={`${kit.card} ${kit.scroll}`} tabIndex={0} role="group" aria-label="Both environments">
        <table className={`${kit.table} ${style.table}`}>
          <thead>
            <tr>
              <th scope="col">What</th>
              {head(left)}
              {head(right)}
              <th scope="col">Differs</th>
            </tr>
          </thead>
          <tbody>
            <tr data-differs={stateDiffers}>
              <th scope="row">Targeting</th>
              <td>{state(ours)}</td>
              <td>{state(theirs)}</td>
              <td>{stateDiffers && 'differs'}</td>
            </tr>
            {rules.map((row, index) => (
              <tr key={index} data-differs={row.kind !== 'same'}>
                <th scope="row">{row.left?.rule.name || row.right?.rule.name || 'Rule'}</th>
                {[row.left, row.right].map((side, at) => (
                  <td key={at}>
                    {side ? (
                      <RuleInWords {...side} variations={variations} />
                    ) : (
                      <span className={kit.hint}>–</span>
                    )}
                  </td>
                ))}
                <td>{words(row.kind, left.name, right.name)}</td>
              </tr>
            ))}
            {variables.map(({ slug }) => {
              const differs = (one.defaults[slug] ?? null) !== (other.defaults[slug] ?? null);
              return (
                <tr key={slug} data-differs={differs}>
                  <th scope="row">
                    Everybody else: <code>{slug}</code>
                  </th>
                  <td>{defaultOf(one, slug)}</td>
                  <td>{defaultOf(other, slug)}</td>
                  <td>{differs && 'differs'}</td>
                </tr>
              );
            })}
            <tr>
              <th scope="row">Overrides</th>
              <td>{one.overrides.count}</td>
              <td>{other.overrides.count}</td>
              <td />
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
}

function words(kind: ReturnType<typeof compareRules>[number]['kind'], left: string, right: string): string {
  return {
    same: '',
    moved: 'another place',
    differs: 'differs',
    left: `only ${left}`,
    right: `only ${right}`,
  }[kind];
}

import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { environmentsQuery, featureQuery, servingQuery } from '../../../api/queries/project.ts';
import type { Environment } from '../../../api/types.ts';
import { QueryBoundary } from '../../../design/query-boundary.tsx';
import { Button } from '../../../design/button.tsx';
import { Icon } from '../../../design/icons.tsx';
import kit from '../../../design/kit.module.css';
import { paths } from '../../../page/paths.ts';
import style from './compare.module.css';
import { CompareTable, type Sides } from './compare-table.tsx';

const from = '/framed/o/$org/p/$project/features/$feature/compare';

/** Compares two environments, which are in the address. */
export function ComparePage() {
  const target = useParams({ from });
  const named = useSearch({ from });
  const navigate = useNavigate();
  const query = useQuery(environmentsQuery(target));
  const { data: feature } = useQuery(featureQuery(target));
  return (
    <QueryBoundary
      of={query}
      height={240}
      isEmpty={(all) => all.length < 2}
      empty={<p>There is only one environment.</p>}
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
              <Button onClick={() => show({ left: right.slug, right: left.slug })}>Swap</Button>
              <Choice
                label="Environment on the right"
                value={right}
                environments={environments}
                onChange={(slug) => show({ left: slug === left.slug ? right.slug : left.slug, right: slug })}
              />
              <Link
                className={kit.button}
                to={paths.serving}
                params={{ ...target, env: right.slug }}
                search={{ copy: left.slug }}
              >
                Copy from/to…
              </Link>
            </div>
            {feature && <Both target={target} feature={feature.body} left={left} right={right} />}
          </section>
        );
      }}
    </QueryBoundary>
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

function Both(sides: Sides) {
  const [left, right] = [
    useQuery(servingQuery({ ...sides.target, env: sides.left.slug })),
    useQuery(servingQuery({ ...sides.target, env: sides.right.slug })),
  ];
  return (
    <QueryBoundary
      of={{
        data: left.data && right.data && [left.data.body, right.data.body],
        error: left.error ?? right.error,
        refetch: () => Promise.all([left.refetch(), right.refetch()]),
        dataUpdatedAt: Math.min(left.dataUpdatedAt, right.dataUpdatedAt),
      }}
      height={240}
    >
      {([one, other]) => <CompareTable {...sides} one={one!} other={other!} />}
    </QueryBoundary>
  );
}

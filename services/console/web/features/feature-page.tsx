import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams } from '@tanstack/react-router';
import { environmentsQuery, featureQuery } from '../api/queries.ts';
import type { Feature } from '../api/types.ts';
import { Answer } from '../ui/answer.tsx';
import { IconButton } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import { Page } from '../ui/page.tsx';
import { paths } from '../ui/paths.ts';
import { Pennant } from '../ui/pennant.tsx';
import { TabLinks } from '../ui/tabs.tsx';
import { useToast } from '../ui/toast.tsx';
import style from './feature-page.module.css';

export function FeaturePage() {
  const params = useParams({ from: '/framed/o/$org/p/$project/features/$feature' });
  const { env = '' }: { env?: string } = useParams({ strict: false });
  const query = useQuery(featureQuery(params));
  const feature = query.data?.body;
  const say = useToast();
  const title = feature?.name || params.feature;
  return (
    <Page
      title={title}
      documentTitle={[title, env, params.project].filter(Boolean).join(' · ')}
      crumbs={
        <>
          <Link to={paths.features} params={params}>
            Features
          </Link>{' '}
          / <code>{params.feature}</code>
        </>
      }
      beside={
        feature && (
          <>
            <span className={kit.badge} data-status={feature.status}>
              {feature.status}
            </span>
            <IconButton
              icon="copy"
              label={`Copy the slug ${feature.slug}`}
              onClick={() =>
                void navigator.clipboard?.writeText(feature.slug).then(() => say(`Copied ${feature.slug}.`))
              }
            />
          </>
        )
      }
      below={feature?.description}
    >
      <Answer of={query} height={180} isEmpty={() => false} empty={null}>
        {({ body }) => (
          <>
            <Grid feature={body} />
            <EnvironmentTabs {...params} />
            <Outlet />
          </>
        )}
      </Answer>
    </Page>
  );
}

/** Variables are columns, variations rows: what each variation gives. */
function Grid({ feature: { variables, variations } }: { feature: Feature }) {
  if (variables.length === 0) {
    return (
      <p className={kit.hint}>
        This feature has no variable yet. Applications ask for variables, so it serves nothing.
      </p>
    );
  }
  return (
    <section className={kit.card} aria-labelledby="grid">
      <h2 id="grid" className={style.heading}>
        Variables and variations
      </h2>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <div className={kit.scroll} tabIndex={0} role="group" aria-label="Values of every variation">
        <table className={kit.table}>
          <thead>
            <tr>
              <th scope="col">Variation</th>
              {variables.map(({ slug, type, client }) => (
                <th key={slug} scope="col">
                  <code className={style.variable}>{slug}</code> {type}
                  {client && ' · browsers may read it'}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {variations.map(({ slug, name, values }, index) => (
              <tr key={slug}>
                <th scope="row" className={style.variation}>
                  <span className={kit.named}>
                    <Pennant index={index} />
                    <span>{name || slug}</span>
                    <code>{slug}</code>
                  </span>
                </th>
                {variables.map((variable) => (
                  <td key={variable.slug}>
                    <code className={style.value}>{shown(values[variable.slug])}</code>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** Long documents are cut here. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? '–';
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

function EnvironmentTabs(params: { org: string; project: string; feature: string }) {
  const { data: environments = [] } = useQuery(environmentsQuery(params));
  const items = environments.map(({ slug, name, protected: isProtected }) => ({
    key: slug,
    to: paths.serving,
    params: { ...params, env: slug },
    label: (
      <>
        {isProtected && <Icon name="lock" size={14} />}
        {name}
        {isProtected && <span className="hidden-text">, protected</span>}
      </>
    ),
  }));
  return <TabLinks label="Environments" items={items} isOfEnvironments />;
}

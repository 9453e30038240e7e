import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useMatchRoute, useParams } from '@tanstack/react-router';
import { environmentsQuery, featureQuery, sessionQuery } from '../../api/queries/project.ts';
import { Icon } from '../../design/icons.tsx';
import kit from '../../design/kit.module.css';
import { paths } from '../../page/paths.ts';
import { draftNames } from '../../page/draft-names.ts';
import { UnsavedMarker } from '../../editing/unsaved-marker.tsx';
import { CopyEnvironment } from './copy-environment.tsx';
import style from './feature.module.css';
import { ValuesInShort } from './values-in-short.tsx';

/** Renders the frame of tabs that depend on an environment: links to environments, comparing and copying. */
export function ServingFrame() {
  const target = useParams({ from: '/framed/o/$org/p/$project/features/$feature/env/$env' });
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  const { data: feature } = useQuery(featureQuery(target));
  const { data: session } = useQuery(sessionQuery);
  const account = session?.account?.email ?? '';
  const match = useMatchRoute();
  const isTargeting = Boolean(match({ to: paths.serving, params: target }));
  // Links to other environments keep the tab.
  const tab = match({ to: paths.overrides, params: target }) ? paths.overrides : paths.serving;
  const other = environments.find(({ slug }) => slug !== target.env);
  return (
    <>
      {isTargeting && feature && <ValuesInShort target={target} feature={feature.body} />}
      <div className={style.environments}>
        <nav className={kit.tabs} aria-label="Environments" data-environments>
          {environments.map(({ slug, name, protected: isProtected }) => (
            <Link
              key={slug}
              to={tab}
              params={{ ...target, env: slug }}
              className={kit.tab}
              {...(slug === target.env && { 'aria-current': 'page' })}
            >
              {isProtected && <Icon name="lock" size={14} />}
              {name}
              {isProtected && <span className="hidden-text">, protected</span>}
              <UnsavedMarker draftName={draftNames.serving({ account, ...target, env: slug })} />
            </Link>
          ))}
        </nav>
        {other && (
          <span className={style.beside}>
            <Link
              className={kit.button}
              data-kind="quiet"
              to={paths.compare}
              params={target}
              search={{ left: target.env, right: other.slug }}
            >
              Compare
            </Link>
            <CopyEnvironment target={target} environments={environments} />
          </span>
        )}
      </div>
      <Outlet />
    </>
  );
}

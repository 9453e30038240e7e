import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { documentation } from '../api/base.ts';
import { sessionQuery } from '../api/queries/project.ts';
import { waitingQuery } from '../api/queries/change-requests.ts';
import { useCan } from '../api/session/use-can.ts';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import { Menu } from '../design/floating/menu.tsx';
import { paths } from '../page/paths.ts';
import style from './frame.module.css';
import { listNavigationItems, type NavigationItem } from './navigation-items.ts';

interface Scope {
  readonly org?: string;
  readonly project?: string;
}

/** Renders the navigation at the side. Narrow pages have NavigationMenu instead. */
export function Navigation({ org, project }: Scope) {
  const { data: session } = useQuery(sessionQuery);
  if (org === undefined) return null;
  const name = session?.organisations.find(({ slug }) => slug === org)?.name;
  const items = listNavigationItems({ org, ...(project !== undefined && { project }) });
  const params = { org, project: project ?? '' };
  const list = (of: NavigationItem['of']) => (
    <ul>
      {items
        .filter((item) => item.of === of)
        .map(({ to, icon, label }) => (
          <li key={to}>
            <Link
              className={style.item}
              to={to}
              params={params}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ exact: to === paths.organisation }}
            >
              <Icon name={icon} />
              {label}
              {to === paths.changeRequests && project !== undefined && (
                <WaitingCount org={org} project={project} />
              )}
            </Link>
          </li>
        ))}
    </ul>
  );
  return (
    <nav className={style.navigation} aria-label="Navigation">
      {project !== undefined && list('project')}
      <h2 className={style.group} title={org}>
        {name || org}
      </h2>
      {list('organisation')}
      <a className={style.item} data-apart href={documentation} target="_blank" rel="noreferrer">
        <Icon name="book" />
        Documentation
      </a>
    </nav>
  );
}

/** Shows how many change requests wait for the user. */
function WaitingCount(target: Required<Scope>) {
  const { data } = useQuery({ ...waitingQuery(target), enabled: useCan(target.org, 'propose').can });
  const count = data?.items.length ?? 0;
  if (count === 0) return null;
  return (
    <span className={style.count}>
      {count}
      {data?.next_cursor !== null && '+'}
      <span className="hidden-text"> waiting for you</span>
    </span>
  );
}

export function NavigationMenu(scope: Scope) {
  const { org, project } = scope;
  if (org === undefined) return null;
  const params = { org, project: project ?? '' };
  return (
    <nav className={style.narrow} aria-label="Navigation menu">
      <Menu
        trigger={<IconButton icon="menu" label="Navigation" />}
        items={listNavigationItems(scope).map(({ to, icon, label }) => ({
          key: to,
          icon,
          label,
          link: <Link to={to} params={params} />,
        }))}
      />
    </nav>
  );
}

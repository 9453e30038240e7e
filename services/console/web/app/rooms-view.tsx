import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { sessionQuery } from '../api/queries/project.ts';
import { IconButton } from '../design/button.tsx';
import { Icon } from '../design/icons.tsx';
import { Menu } from '../design/floating/menu.tsx';
import { paths } from '../page/paths.ts';
import style from './frame.module.css';
import { roomsOf, type Room } from './rooms.ts';

interface Scope {
  readonly org?: string;
  readonly project?: string;
}

/** At the side of the page; on a narrow one RoomsMenu stands for it. */
export function Rooms({ org, project }: Scope) {
  const { data: session } = useQuery(sessionQuery);
  if (org === undefined) return null;
  const name = session?.organisations.find(({ slug }) => slug === org)?.name;
  const rooms = roomsOf({ org, ...(project !== undefined && { project }) });
  const params = { org, project: project ?? '' };
  const list = (of: Room['of']) => (
    <ul>
      {rooms
        .filter((room) => room.of === of)
        .map(({ to, icon, label }) => (
          <li key={to}>
            <Link
              className={style.room}
              to={to}
              params={params}
              activeProps={{ 'aria-current': 'page' }}
              activeOptions={{ exact: to === paths.organisation }}
            >
              <Icon name={icon} />
              {label}
            </Link>
          </li>
        ))}
    </ul>
  );
  return (
    <nav className={style.rooms} aria-label="Rooms">
      {project !== undefined && list('project')}
      <h2 className={style.group} title={org}>
        {name || org}
      </h2>
      {list('organisation')}
    </nav>
  );
}

export function RoomsMenu(scope: Scope) {
  const { org, project } = scope;
  if (org === undefined) return null;
  const params = { org, project: project ?? '' };
  return (
    <nav className={style.narrow} aria-label="Rooms, narrow">
      <Menu
        trigger={<IconButton icon="menu" label="Rooms" />}
        items={roomsOf(scope).map(({ to, icon, label }) => ({
          key: to,
          icon,
          label,
          link: <Link to={to} params={params} />,
        }))}
      />
    </nav>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { organisationsQuery } from '../api/queries/project.ts';
import { Icon } from '../design/icons.tsx';
import { Menu, type MenuItem } from '../design/floating/menu.tsx';
import { paths } from '../page/paths.ts';
import style from './switcher.module.css';

/** Renders the current organisation and project, with a menu of the others. */
export function Switcher({ org, project }: { org?: string; project?: string }) {
  const navigate = useNavigate();
  const { data: organisations = [] } = useQuery(organisationsQuery);
  if (org === undefined) return null;
  // The list has the first hundred projects of each organisation; its page has all.
  const items = organisations.flatMap(({ slug, projects }): MenuItem[] => [
    ...projects.map((each) => ({
      key: `${slug}/${each.slug}`,
      label: `${slug} / ${each.name}`,
      icon: slug === org && each.slug === project ? ('check' as const) : ('box' as const),
      run: () => void navigate({ to: paths.features, params: { org: slug, project: each.slug } }),
    })),
    {
      key: slug,
      label: `${slug} / all projects`,
      icon: slug === org && project === undefined ? ('check' as const) : ('people' as const),
      run: () => void navigate({ to: paths.organisation, params: { org: slug } }),
    },
  ]);
  return (
    <Menu
      trigger={
        <button type="button" className={style.switcher}>
          <span className={style.org}>{org} /</span>
          <b>{project ?? 'all projects'}</b>
          <span className="hidden-text">, switch project</span>
          <Icon name="down" size={12} />
        </button>
      }
      items={items}
    />
  );
}

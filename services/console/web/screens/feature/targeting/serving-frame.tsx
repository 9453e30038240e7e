import { useQuery } from '@tanstack/react-query';
import { Outlet, useParams } from '@tanstack/react-router';
import { environmentsQuery } from '../../../api/queries/project.ts';
import { EnvironmentBar } from './environment-bar.tsx';

/** Renders the frame of tabs that depend on an environment. */
export function ServingFrame() {
  const target = useParams({ from: '/framed/o/$org/p/$project/features/$feature/env/$env' });
  const { data: environments = [] } = useQuery(environmentsQuery(target));
  return (
    <>
      <EnvironmentBar target={target} environments={environments} />
      <Outlet />
    </>
  );
}

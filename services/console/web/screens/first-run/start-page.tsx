import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../api/queries/project.ts';
import { FirstRun } from './first-run-page.tsx';

/** Renders the start page of people without an organisation, or whose organisation has no project. */
export function StartPage() {
  const { data: session } = useQuery(sessionQuery);
  return <FirstRun org={session?.organisations[0]?.slug} />;
}

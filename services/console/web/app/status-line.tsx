import { useQuery } from '@tanstack/react-query';
import { organisationsQuery } from '../api/queries/project.ts';
import { Icon } from '../design/icons.tsx';
import kit from '../design/kit.module.css';
import { statusSentence } from './status.ts';

/** Renders, on every screen of an organisation that is suspended or inactive, what does not work. */
export function StatusLine({ org }: { org: string }) {
  const { data: organisations } = useQuery(organisationsQuery);
  const own = organisations?.find(({ slug }) => slug === org);
  const said = own && statusSentence(own);
  if (said === undefined) return null;
  return (
    <p className={kit.status} role="status">
      <Icon name="lock" />
      {said}
    </p>
  );
}

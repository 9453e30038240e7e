import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useRouter } from '@tanstack/react-router';
import type { ApiError } from '../api/api-error.ts';
import { searchQuery } from '../api/queries/project.ts';
import kit from '../design/kit.module.css';
import { paths } from '../page/paths.ts';
import { listNearest } from './addresses.ts';

const useBeginning = (org: string, begin: string) =>
  useQuery({ ...searchQuery(org, begin), enabled: org !== '' && begin !== '' }).data;

/** Renders the names that are similar to that of a missing resource, and a link to its audit records. */
export function Missing({ error: { message, resource } }: { error: ApiError }) {
  const { org = '', project }: { org?: string; project?: string } = useParams({ strict: false });
  const router = useRouter();
  const { kind = '', slug = '' } = resource ?? {};
  // Searches for the first half of the name, then for its first letters, in case the first half has a typo.
  const alike = useBeginning(org, slug.slice(0, Math.max(3, Math.ceil(slug.length / 2))));
  const others = useBeginning(org, alike?.length === 0 ? slug.slice(0, 3) : '');
  const nearest = listNearest(others ?? alike ?? [], { kind, project })
    .filter(({ address }) => address.to in router.routesByPath)
    .slice(0, 5);
  return (
    <div className={kit.failed} role="alert">
      <p>{message} It may have been renamed or deleted.</p>
      {nearest.length > 0 && (
        <div>
          <p>Similar names:</p>
          <ul className={kit.errorDetails}>
            {nearest.map(({ found: { kind, project: of, slug: found, name }, address }) => (
              <li key={`${kind}:${of ?? ''}:${found}`}>
                <Link
                  to={address.to as '/'}
                  params={{ org, ...address.params } as never}
                  search={(address.search ?? {}) as never}
                >
                  {name || found}
                </Link>{' '}
                <code>{found}</code>
              </li>
            ))}
          </ul>
        </div>
      )}
      {org !== '' && (
        <p>
          <Link
            to={paths.auditLog}
            params={{ org }}
            search={{ ...(project && { project }), ...(slug && { text: slug }) } as object}
          >
            Find it in the audit log
          </Link>
        </p>
      )}
    </div>
  );
}

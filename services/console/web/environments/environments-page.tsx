import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { environmentsQuery } from '../api/queries.ts';
import { Answer } from '../ui/answer.tsx';
import { Icon } from '../ui/icons.tsx';
import kit from '../ui/kit.module.css';
import { Page } from '../ui/page.tsx';
import { paths } from '../ui/paths.ts';

export function EnvironmentsPage() {
  const params = useParams({ from: '/framed/o/$org/p/$project/environments' });
  const query = useQuery(environmentsQuery(params));
  return (
    <Page title="Environments and keys" documentTitle={`Environments · ${params.project}`}>
      <Answer
        of={query}
        height={160}
        isEmpty={(items) => items.length === 0}
        empty={<p className={kit.hint}>This project has no environment, so nothing can be asked for.</p>}
      >
        {(items) => (
          <div className={`${kit.card} ${kit.scroll}`}>
            <table className={kit.table}>
              <thead>
                <tr>
                  <th scope="col">Environment</th>
                  <th scope="col">Who may change what it serves</th>
                  <th scope="col">Pages that may use client keys</th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ slug, name, protected: isProtected, allowed_origins: origins }) => (
                  <tr key={slug}>
                    <td>
                      <span className={kit.named}>
                        {isProtected && <Icon name="lock" size={14} />}
                        <Link to={paths.environment} params={{ ...params, env: slug }} data-row>
                          {name}
                        </Link>
                        <code>{slug}</code>
                      </span>
                    </td>
                    <td>{isProtected ? 'protected: admins and owners' : 'members, admins and owners'}</td>
                    <td>{origins.includes('*') ? 'every site' : origins.join(', ')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Answer>
    </Page>
  );
}

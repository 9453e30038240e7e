import { useState } from 'react';
import type { Role, Session } from '../api/types.ts';
import { IconButton } from '../design/button.tsx';
import kit from '../design/kit.module.css';

/** Tells users that their role changed since the page was opened. */
export function RoleChange({ org, session }: { org: string | undefined; session: Session | undefined }) {
  const role = session?.organisations.find(({ slug }) => slug === org)?.role;
  const [seen, setSeen] = useState<{ org: string | undefined; role: Role | undefined }>({ org, role });
  if (seen.org !== org || (seen.role === undefined && role !== undefined)) setSeen({ org, role });
  const isChanged = seen.org === org && seen.role !== undefined && role !== undefined && seen.role !== role;
  return (
    <div role="status">
      {isChanged && (
        <p className={kit.notice}>
          Your role is now {role}. Your drafts are kept.
          <IconButton icon="close" label="Close" onClick={() => setSeen({ org, role })} />
        </p>
      )}
    </div>
  );
}

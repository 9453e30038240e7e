import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { membersQuery, sessionQuery } from '../api/queries/project.ts';
import kit from '../design/kit.module.css';

/** A request asks at most this many. */
const maxReviewers = 20;

/** Lists the members who can be asked for a verdict. */
export function Reviewers({
  org,
  chosen,
  onChange,
}: {
  org: string;
  chosen: readonly string[];
  onChange: (emails: readonly string[]) => void;
}) {
  const id = useId();
  const { data: session } = useQuery(sessionQuery);
  const { data: members = [] } = useInfiniteQuery(membersQuery(org));
  const others = members.filter(
    ({ status, role, email }) =>
      status === 'member' && role !== 'viewer' && email !== session?.account?.email,
  );
  if (others.length === 0) return null;
  return (
    <div className={kit.field} role="group" aria-labelledby={id}>
      <span id={id} className={kit.label}>
        Reviewers (optional)
      </span>
      {others.map(({ email, name }) => (
        <label key={email} className={kit.named}>
          <input
            type="checkbox"
            checked={chosen.includes(email)}
            disabled={!chosen.includes(email) && chosen.length === maxReviewers}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, email] : chosen.filter((each) => each !== email))
            }
          />
          {name || email}
        </label>
      ))}
      <p className={kit.hint}>If you choose nobody, everyone who can approve it is asked.</p>
    </div>
  );
}

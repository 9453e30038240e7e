import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Group, User } from '../../api/types.ts';
import { getUserName, readUsers } from '../../flags/condition/users.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import kit from '../../design/kit.module.css';
import { useDebounced } from '../../design/hooks/use-debounced.ts';
import { countQuery, type CountedIn } from '../../api/queries/segments.ts';
import style from './segments.module.css';
import { formatCount, formatNumber } from '../../design/count.ts';

/** Counts the pasted users in the saved and the drafted segment. They are sent only for this, and not stored. */
export function Preview({
  where,
  saved,
  drafted,
}: {
  /** Absent if the project has no feature by which the server can count. */
  where: CountedIn | undefined;
  saved: readonly Group[];
  /** Absent without a draft. */
  drafted: readonly Group[] | undefined;
}) {
  const [text, setText] = useState('');
  const id = useId();
  const { users, problem } = readUsers(text);
  const asked = useDebounced({ saved, drafted, users }, 400);
  const query = useQuery({
    ...countQuery(
      where ?? { org: '', project: '', env: '', feature: '', variation: '' },
      asked.saved,
      asked.drafted,
      asked.users,
    ),
    enabled: where !== undefined && asked.users.length > 0,
  });
  return (
    <section className={`${kit.card} ${style.used}`} aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <div className={kit.field}>
        <label className={kit.label} htmlFor={id}>
          Users
        </label>
        <textarea
          id={id}
          className={kit.input}
          rows={4}
          spellCheck={false}
          placeholder={'id,country\nuser-1,CA'}
          value={text}
          aria-describedby={`${id}-said`}
          onChange={(event) => setText(event.target.value)}
        />
        <p id={`${id}-said`} className={problem === undefined ? kit.hint : kit.wrong}>
          {problem ?? 'JSON, NDJSON or CSV with a header row. Up to 1,000 users.'}
        </p>
      </div>
      {where === undefined && (
        <p className={kit.hint}>
          The preview needs a feature with a variable and a variation. This project has none yet.
        </p>
      )}
      {users.length > 0 && where !== undefined && (
        <QueryBoundary of={query} height={20}>
          {({ rules: [now, then] }) => (
            <div aria-live="polite">
              <p>
                <b>{now?.matched ?? 0}</b> of {formatCount(users.length, 'user')} in the segment
                {drafted !== undefined && ' now'}
                {drafted !== undefined && (
                  <>
                    , <b>{then?.matched ?? 0}</b> with your changes
                  </>
                )}
              </p>
              <Named
                label={drafted === undefined ? 'In the segment' : 'Now'}
                rule={now}
                users={asked.users}
              />
              <Named label="With your changes" rule={then} users={asked.users} />
            </div>
          )}
        </QueryBoundary>
      )}
    </section>
  );
}

/** Lists the first matching users by name. */
function Named({
  label,
  rule,
  users,
}: {
  label: string;
  rule: { readonly matched: number; readonly matches: readonly number[] } | undefined;
  users: readonly User[];
}) {
  if (rule === undefined || rule.matches.length === 0) return null;
  const { matched, matches } = rule;
  const more = matched - matches.length;
  return (
    <p className={kit.hint}>
      {label}: {matches.map((index) => getUserName(users[index])).join(', ')}
      {more > 0 && ` and ${formatNumber(more)} more`}
    </p>
  );
}

import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { historyQuery } from '../history/queries.ts';
import { RecordList } from '../history/record-list.tsx';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import kit from '../ui/kit.module.css';
import { Page } from '../ui/page.tsx';
import { paths } from '../ui/paths.ts';
import style from './audit-log.module.css';

const filters = [
  ['project', 'Project'],
  ['feature', 'Feature'],
  ['actor', 'Who'],
  ['action', 'Action'],
] as const;
const from = '/framed/o/$org/audit-log';

export function AuditLogPage() {
  const { org } = useParams({ from });
  const search = useSearch({ from });
  const navigate = useNavigate({ from: '/o/$org/audit-log' });
  const router = useRouter();
  const { record: open, change: changeId, ...named } = search;
  const filter = { ...named, ...(changeId && { change_id: changeId }) };
  const query = useInfiniteQuery(historyQuery(org, filter));
  const records = query.data?.pages.flatMap(({ items }) => items);
  const change = (changed: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...changed }, replace: true });
  return (
    <Page title="Audit log" documentTitle={`Audit log · ${org}`}>
      <div className={style.filters} role="search">
        {filters.map(([name, label]) => (
          <Filter
            key={name}
            label={label}
            value={search[name] ?? ''}
            // A slug of a feature is one of a project.
            isOff={name === 'feature' && search.project === undefined}
            onChange={(value) => change({ [name]: value === '' ? undefined : value })}
          />
        ))}
        {(Object.keys(filter).length > 0 || changeId !== undefined) && (
          <Button onClick={() => void navigate({ search: {} })}>Clear filters</Button>
        )}
      </div>
      <Answer
        of={{ data: records, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
        height={480}
        isEmpty={(data) => data.length === 0}
        empty={<p className={kit.hint}>Nothing was changed that these filters let through.</p>}
      >
        {(data) => (
          <>
            <RecordList
              org={org}
              records={data}
              open={open}
              onOpen={(record) => change({ record } as Partial<typeof search>)}
              linkTo={(record) =>
                location.origin +
                router.buildLocation({ to: paths.auditLog, params: { org }, search: { ...search, record } })
                  .href
              }
            />
            {query.hasNextPage && (
              <div>
                <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                  Earlier changes
                </Button>
              </div>
            )}
          </>
        )}
      </Answer>
    </Page>
  );
}

function Filter({
  label,
  value,
  isOff,
  onChange,
}: {
  label: string;
  value: string;
  isOff: boolean;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  useEffect(() => {
    if (typed.trim() === shown) return undefined;
    const timer = setTimeout(() => onChange(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed, shown, onChange]);
  return (
    <input
      className={`${kit.input} ${style.filter}`}
      aria-label={label}
      placeholder={label}
      title={isOff ? 'Choose a project first' : label}
      disabled={isOff}
      value={typed}
      maxLength={200}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}

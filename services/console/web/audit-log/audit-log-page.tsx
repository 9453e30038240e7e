import { useInfiniteQuery, keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { bodyOf, settings } from '../api/client.ts';
import type { AuditRecord } from '../api/types.ts';
import { Answer } from '../ui/answer.tsx';
import { Button } from '../ui/button.tsx';
import kit from '../ui/kit.module.css';
import { Page } from '../ui/page.tsx';
import { dayOf, Time } from '../ui/time.tsx';
import style from './audit-log.module.css';
import { byDay, sourceWords } from './model.ts';

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
  const { record: open, change: changeId, ...filter } = search;
  const query = useInfiniteQuery({
    queryKey: ['audit-log', org, filter, changeId],
    initialPageParam: undefined as string | undefined,
    queryFn({ pageParam: cursor, signal }) {
      const query = {
        limit: 50,
        ...filter,
        ...(changeId && { change_id: changeId }),
        ...(cursor && { cursor }),
      };
      const path = '/settings/v1/organisations/{org}/audit-log';
      return bodyOf(settings.GET(path, { params: { path: { org }, query }, signal }));
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
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
            {byDay(data).map(([day, ofDay]) => (
              <section key={day} aria-label={dayOf(new Date(day))}>
                <h2 className={style.day}>{dayOf(new Date(day))}</h2>
                <ul className={kit.card}>
                  {ofDay.map((each) => (
                    <RecordView
                      key={each.id}
                      record={each}
                      isOpen={each.id === open}
                      toggle={() =>
                        change({ record: each.id === open ? undefined : each.id } as Partial<typeof search>)
                      }
                    />
                  ))}
                </ul>
              </section>
            ))}
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

function RecordView({
  record,
  isOpen,
  toggle,
}: {
  record: AuditRecord;
  isOpen: boolean;
  toggle: () => void;
}) {
  const { at, actor, source, action, subject, changes } = record;
  return (
    <li className={style.record}>
      <div className={style.head}>
        <button type="button" data-row className={style.opener} aria-expanded={isOpen} onClick={toggle}>
          {subject}
        </button>
        <code>{action}</code>
        <span className={kit.hint}>
          {actor === source ? '' : `${actor}, `}
          {sourceWords[source]} · <Time at={at} exact />
        </span>
      </div>
      <ul className={style.lines}>
        {changes.slice(0, isOpen ? undefined : 5).map((line, index) => (
          <li key={index}>{line}</li>
        ))}
        {!isOpen && changes.length > 5 && <li>and {changes.length - 5} more</li>}
      </ul>
      {isOpen && (
        <div className={style.sides}>
          <Side title="Before" value={record.before} isShortened={record.is_shortened} />
          <Side title="After" value={record.after} isShortened={record.is_shortened} />
        </div>
      )}
    </li>
  );
}

function Side({ title, value, isShortened }: { title: string; value: unknown; isShortened: boolean }) {
  return (
    <figure>
      <figcaption className={kit.hint}>{title}</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys */}
      <pre className={style.json} tabIndex={0} role="group" aria-label={title}>
        <code>{isShortened ? 'Too long to be shown here.' : JSON.stringify(value, undefined, 2)}</code>
      </pre>
    </figure>
  );
}

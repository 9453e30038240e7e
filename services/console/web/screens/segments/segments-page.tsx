import { useCan } from '../../api/session/use-can.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { createCurlCommand } from '../../api/curl-command.ts';
import type { Group } from '../../api/types.ts';
import { ReadOnlyConditions } from '../../flags/condition/read-only-conditions.tsx';
import { ActionButton } from '../../page/action-button.tsx';
import { useActions, type Action } from '../../page/actions.ts';
import { QueryBoundary } from '../../design/query-boundary.tsx';
import { Button } from '../../design/button.tsx';
import kit from '../../design/kit.module.css';
import { Page } from '../../page/page.tsx';
import { paths } from '../../page/paths.ts';
import { Snippet } from '../../design/snippet.tsx';
import { Time } from '../../design/time.tsx';
import { TypedFilter } from '../../design/forms/typed-filter.tsx';
import { NewSegmentDialog } from './new-segment-dialog.tsx';
import { segmentListQuery } from '../../api/queries/segments.ts';
import style from './segments.module.css';
import { formatNumber } from '../../design/count.ts';
import { EmptyState } from '../../design/empty-state.tsx';

const from = '/framed/o/$org/p/$project/segments';

export function SegmentsPage() {
  const params = useParams({ from });
  const { text = '' } = useSearch({ from });
  const navigate = useNavigate({ from: '/o/$org/p/$project/segments' });
  const [isMaking, setMaking] = useState(false);
  const query = useInfiniteQuery(segmentListQuery(params));
  const disabledReason = useCan(params.org, 'define').reason;
  const all = query.data?.pages.flatMap(({ items }) => items);
  const sought = text.trim().toLowerCase();
  const make: Action = {
    label: 'New segment',
    keys: 'n',
    icon: 'plus',
    disabledReason,
    run: () => setMaking(true),
  };
  useActions([make]);
  return (
    <Page
      isWide
      title="Segments"
      documentTitle={`Segments · ${params.project}`}
      actions={<ActionButton kind="main" action={make} />}
    >
      <QueryBoundary
        of={{ data: all, error: query.error, refetch: query.refetch, dataUpdatedAt: query.dataUpdatedAt }}
        height={320}
        isEmpty={(data) => data.length === 0}
        empty={<NoSegment {...params} />}
      >
        {(data) => {
          const found = data.filter(({ slug, name }) => `${slug} ${name.toLowerCase()}`.includes(sought));
          return (
            <>
              <TypedFilter
                label="Search segments"
                placeholder="Search name or slug"
                value={text}
                isSearch
                onChange={(typed) =>
                  void navigate({ search: typed === '' ? {} : { text: typed }, replace: true })
                }
              />
              {found.length === 0 ? (
                <p>
                  {query.hasNextPage
                    ? `No matches for “${text}” in the first ${data.length} segments.`
                    : `No segments match “${text}”.`}{' '}
                  <Button onClick={() => void navigate({ search: {}, replace: true })}>Clear search</Button>
                </p>
              ) : (
                <SegmentsTable {...params} segments={found} />
              )}
              {query.hasNextPage && (
                <div>
                  <Button onClick={() => void query.fetchNextPage()}>Show more</Button>
                </div>
              )}
            </>
          );
        }}
      </QueryBoundary>
      {isMaking && <NewSegmentDialog {...params} onClose={() => setMaking(false)} />}
    </Page>
  );
}

function SegmentsTable({
  segments,
  ...params
}: {
  org: string;
  project: string;
  segments: readonly {
    slug: string;
    name: string;
    any_of: unknown;
    use_count: number;
    updated_at: string;
  }[];
}) {
  return (
    <div className={`${kit.card} ${style.frame}`}>
      <table className={kit.table}>
        <thead>
          <tr>
            <th scope="col">Segment</th>
            <th scope="col">Definition</th>
            <th scope="col">Used by</th>
            <th scope="col">Changed</th>
          </tr>
        </thead>
        <tbody>
          {segments.map(({ slug, name, any_of: groups, use_count: uses, updated_at: at }) => (
            <tr key={slug}>
              <th scope="row" className={style.name}>
                <div>
                  <Link to={paths.segment} params={{ ...params, segment: slug }} data-row>
                    {name || slug}
                  </Link>
                  <code className={kit.hint}>{slug}</code>
                </div>
              </th>
              <td>
                <ReadOnlyConditions groups={(groups as readonly Group[]).slice(0, 2)} />
                {(groups as readonly Group[]).length > 2 && (
                  <p className={kit.hint}>or {(groups as readonly Group[]).length - 2} more groups</p>
                )}
              </td>
              <td className={style.uses}>
                {uses === 0 ? (
                  <span className={kit.hint}>No rules</span>
                ) : uses === 1 ? (
                  '1 rule'
                ) : (
                  `${uses >= 1_000 ? 'at least ' : ''}${formatNumber(uses)} rules`
                )}
              </td>
              <td className={style.changed}>
                <Time at={at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function NoSegment({ org, project }: { org: string; project: string }) {
  const body = {
    slug: 'staff',
    name: 'Staff',
    any_of: [{ all_of: [{ property: 'email', operator: 'ends_with', values: ['@example.com'] }] }],
  };
  return (
    <EmptyState title="No segments yet">
      <p>
        A segment is a named group of users, such as staff or users in Canada. Change it once, and every rule
        that uses it follows.
      </p>
      <Snippet
        label="Create a segment with cURL"
        code={createCurlCommand(`${org}/projects/${project}/segments`, body)}
      />
    </EmptyState>
  );
}
